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

/**
 * Creates a credential: a prefix and a checksum by which leak scanners recognize it, around 256 random bits
 * (spec/rest-api §1.8). The word after `hark_` says what it is for.
 */
export function makeToken(kind: TokenKind): string {
  const body = `hark_${kind}_${randomBytes(32).toString('base64url')}`;
  return `${body}_${checksumOf(body)}`;
}

/** What a token says it is; the look-up needs only one table then. */
export const isOfKind = (kind: TokenKind, token: string): boolean => token.startsWith(`hark_${kind}_`);

/** Eight hexadecimal digits; they tell a mistyped or cut token from an unknown one, and are no protection. */
const checksumOf = (body: string): string => crc32(body).toString(16).padStart(8, '0');

/** What is stored of a token. It has full entropy, so one round of SHA-256 is enough, and a look-up needs no salt. */
export const fingerprintOf = (token: string): Buffer => createHash('sha256').update(token).digest();
