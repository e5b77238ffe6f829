import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

type TokenKind =
  | 'key'
  | 'client'
  | 'session'
  | 'link'
  | 'setup'
  | 'access'
  | 'refresh'
  | 'code'
  | 'secret'
  | 'request';

/** Leak scanners recognize the prefix and checksum around the 256 random bits (spec/rest-api §1.8). */
export function makeToken(kind: TokenKind): string {
  const body = `hark_${kind}_${randomBytes(32).toString('base64url')}`;
  return `${body}_${checksumOf(body)}`;
}

/** With the kind known, the look-up needs only one table. */
export const isOfKind = (kind: TokenKind, token: string): boolean => token.startsWith(`hark_${kind}_`);

/** Tells a mistyped or truncated token from an unknown one. Not a protection. */
const checksumOf = (body: string): string => crc32(body).toString(16).padStart(8, '0');

/** The stored form of a token. A token has full entropy, so one round of SHA-256 without a salt is enough. */
export const fingerprintOf = (token: string): Buffer => createHash('sha256').update(token).digest();
