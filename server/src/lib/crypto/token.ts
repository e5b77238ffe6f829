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

/** Creates a token with 256 random bits. Leak scanners recognize its prefix and checksum (spec/rest-api §1.8). */
export function makeToken(kind: TokenKind): string {
  const body = `hark_${kind}_${randomBytes(32).toString('base64url')}`;
  return `${body}_${checksumOf(body)}`;
}

/** Checks the token's kind by its prefix, so a lookup needs only one table. */
export const isOfKind = (kind: TokenKind, token: string): boolean => token.startsWith(`hark_${kind}_`);

/** Distinguishes a mistyped or truncated token from an unknown one. It is not a security feature. */
const checksumOf = (body: string): string => crc32(body).toString(16).padStart(8, '0');

/** Hashes a token for storage. A token has full entropy, so one round of SHA-256 without a salt is enough. */
export const fingerprintOf = (token: string): Buffer => createHash('sha256').update(token).digest();
