import { createHmac, timingSafeEqual } from 'node:crypto';
import { Recent } from '../cache/recent.ts';
import { parseJson } from '../json.ts';
import { hmacKey } from './hmac-key.ts';

/** The accepted signing algorithms (spec/listeners §3.3) with their hash functions. */
const hashes = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const;

export type JwsAlgorithm = keyof typeof hashes;

/** Checks an algorithm name. The comparison is case-sensitive. */
export const isJwsAlgorithm = (name: unknown): name is JwsAlgorithm =>
  typeof name === 'string' && Object.hasOwn(hashes, name);

/** A well-formed token. Don't trust its content before its signature is checked. */
export interface CompactJws {
  readonly algorithm: JwsAlgorithm;
  readonly signed: string;
  readonly payload: Buffer;
  readonly signature: Buffer;
}

/** Header names that would let the sender choose the key or the rules (spec/listeners §3.3). */
const refusedHeaders = ['crit', 'jwk', 'jku', 'x5u'];

/**
 * Why a token is malformed: it doesn't have three parts, a part isn't Base64, the header isn't JSON, `alg`
 * isn't accepted, or the header contains a forbidden member.
 */
export type JwsFault = 'parts' | 'encoding' | 'header' | 'algorithm' | 'refused_header';

/** Checks shape and algorithm (spec/listeners §3.2, §3.3). @returns the parts, or why it is rejected */
export function openJws(token: string): CompactJws | JwsFault {
  const [header = '', ...parts] = token.split('.', 4);
  if (parts.length !== 2) return 'parts';
  const [payload, signature] = parts.map(readBase64);
  if (!payload || !signature) return 'encoding';
  const algorithm = algorithms.get(header) ?? readHeader(header);
  if (!isJwsAlgorithm(algorithm)) return algorithm;
  return { algorithm, signed: token.slice(0, token.lastIndexOf('.')), payload, signature };
}

export function readJws(token: string): CompactJws | null {
  const opened = openJws(token);
  return typeof opened === 'string' ? null : opened;
}

/** Decodes a token without checking anything, to show it to a user who already has it. */
export function peekJws(token: string): { header: unknown; claims: unknown } {
  const [header, claims] = token.split('.', 2).map((part) => {
    const bytes = readBase64(part);
    return bytes && readObject(bytes);
  });
  return { header: header ?? null, claims: claims ?? null };
}

const algorithms = new Recent<JwsAlgorithm>(100);
const maxCachedLength = 200;

function readHeader(header: string): JwsAlgorithm | JwsFault {
  const bytes = readBase64(header);
  if (!bytes) return 'encoding';
  const head = readObject(bytes);
  if (!head) return 'header';
  const algorithm = head.alg;
  if (!isJwsAlgorithm(algorithm)) return 'algorithm';
  if (refusedHeaders.some((name) => Object.hasOwn(head, name))) return 'refused_header';
  if (header.length <= maxCachedLength) algorithms.set(header, algorithm);
  return algorithm;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Masks for the unused bits in the last character, by the text's length modulo 4. */
const idleBits = [0, 63, 15, 3];

/**
 * Decodes Base64. Some callers build tokens by hand (spec/listeners §3.2), so both alphabets are accepted, with
 * or without padding. Unused bits in the last character must not be set; otherwise one signature would have
 * several spellings.
 */
function readBase64(text: string): Buffer | null {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return null;
  const plain = /[+/=]/.test(text) ? text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') : text;
  const over = plain.length % 4;
  const last = alphabet.indexOf(plain.at(-1) ?? '');
  return over === 1 || (last & (idleBits[over] ?? 0)) !== 0 ? null : Buffer.from(plain, 'base64url');
}

function readObject(source: Buffer): Record<string, unknown> | null {
  try {
    const value = parseJson(source);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Checks the signature. An empty key never matches. */
export function isSignedWith(jws: CompactJws, key: string): boolean {
  if (key === '') return false;
  const expected = createHmac(hashes[jws.algorithm], hmacKey(key)).update(jws.signed).digest();
  return expected.length === jws.signature.length && timingSafeEqual(expected, jws.signature);
}

/**
 * Returns a verified token's claims as objects without a prototype. Returns null if the claims aren't an
 * object.
 */
export const claimsOf = (jws: CompactJws): Record<string, unknown> | null => readObject(jws.payload);

/** The tolerance for clock differences (spec/listeners §3.4). */
const leewaySeconds = 60;

/** Checks `exp` (spec/listeners §3.4). A claim that is present but not a finite number fails. */
export function expiryVerdict(exp: unknown, nowSeconds: number): 'valid' | 'expired' | 'malformed' {
  if (exp === undefined) return 'valid';
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return 'malformed';
  return nowSeconds >= exp + leewaySeconds ? 'expired' : 'valid';
}

export function startVerdict(nbf: unknown, nowSeconds: number): 'valid' | 'not-yet' | 'malformed' {
  if (nbf === undefined) return 'valid';
  if (typeof nbf !== 'number' || !Number.isFinite(nbf)) return 'malformed';
  return nowSeconds < nbf - leewaySeconds ? 'not-yet' : 'valid';
}

/** Checks `exp` and `nbf`, in the order that spec/listeners §3.4 requires. */
export function timeVerdict(
  { exp, nbf }: Record<string, unknown>,
  nowSeconds: number,
): 'valid' | 'expired' | 'not-yet' | 'malformed' {
  const expiry = expiryVerdict(exp, nowSeconds);
  return expiry === 'valid' ? startVerdict(nbf, nowSeconds) : expiry;
}

/** Signs a payload that is already JSON. The caller must make sure that the key isn't empty. */
export function signJws(payloadJson: string, key: string, algorithm: JwsAlgorithm, typ = 'JWT'): string {
  const header = Buffer.from(JSON.stringify({ typ, alg: algorithm })).toString('base64url');
  const signed = `${header}.${Buffer.from(payloadJson).toString('base64url')}`;
  return `${signed}.${createHmac(hashes[algorithm], key).update(signed).digest('base64url')}`;
}

/**
 * Compares two strings in a time that depends only on their length. UTF-16 never maps different strings to the
 * same bytes.
 */
export function isSameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  return timingSafeEqual(Buffer.from(one, 'utf16le'), Buffer.from(other, 'utf16le'));
}
