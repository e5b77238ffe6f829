import { createHmac } from 'node:crypto';
import {
  claimsOf,
  isJwsAlgorithm,
  isSignedWith,
  type JwsAlgorithm,
  readJws,
  signJws,
  timeVerdict,
} from '../../../lib/crypto/jws.ts';
import { TemplateProblem } from '../template-error.ts';
import { isDate } from './date-value.ts';

const hashAlgorithms = ['sha256', 'sha384', 'sha512', 'sha224', 'sha1', 'md5'] as const;
const outputs = ['hex', 'base64', 'base64url'] as const;

/**
 * Implements `hashHmac` (spec/templates §2.4). SHA-1 and MD5 are supported because other services' webhooks
 * use them.
 */
export function hashHmac(algo: unknown, data: unknown, key: unknown, output: unknown = 'hex'): string {
  const algorithm = oneOf(hashAlgorithms, algo, 'The algorithm of hashHmac');
  const form = oneOf(outputs, output, 'The output of hashHmac');
  const secret = readKey(key);
  if (typeof data !== 'string') {
    throw problem('hashHmac needs text. Use json_encode for a list or a map, and ~ for a number.');
  }
  return createHmac(algorithm, secret).update(data).digest(form);
}

/**
 * Implements `jwtEncode` (spec/templates §2.5). Call `jwtClaims` first, because this function adds nothing to
 * the payload.
 */
export function jwtEncode(payloadJson: string, key: unknown, alg: unknown = 'HS256'): string {
  const algorithm = readAlgorithm(alg);
  const secret = readKey(key);
  if (!payloadJson.startsWith('{')) throw notAMapping();
  return signJws(payloadJson, secret, algorithm);
}

/**
 * Implements `jwtDecode` (spec/templates §2.6). Returns the token's claims if its signature, `exp` and `nbf`
 * are valid, otherwise null. A missing key or unknown algorithm is an error in the template.
 */
export function jwtDecode(token: unknown, key: unknown, alg: unknown, context: { nowMs: number }): unknown {
  const wanted = alg === undefined || alg === null ? undefined : readAlgorithm(alg);
  const secret = readKey(key);
  const jws = typeof token === 'string' ? readJws(token) : null;
  if (!jws || (wanted !== undefined && jws.algorithm !== wanted) || !isSignedWith(jws, secret)) return null;
  const claims = claimsOf(jws);
  return claims && timeVerdict(claims, context.nowMs / 1000) === 'valid' ? claims : null;
}

/**
 * Copies the payload with `exp`, `nbf` and `iat` as Unix seconds, even if they were dates or strings of
 * digits.
 */
export function jwtClaims(payload: unknown): Record<string, unknown> {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload) || isDate(payload)) {
    throw notAMapping();
  }
  const claims: Record<string, unknown> = Object.assign(Object.create(null), payload);
  for (const name of ['exp', 'nbf', 'iat']) {
    if (Object.hasOwn(claims, name)) claims[name] = unixSeconds(claims[name], name);
  }
  return claims;
}

function unixSeconds(value: unknown, claim: string): number {
  if (isDate(value)) return Math.floor(value.epochMs / 1000);
  if (typeof value === 'number' && Number.isFinite(value)) return Math.floor(value);
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
  throw problem(`'${claim}' must be a date such as dateAdd(now(), 5, 'minutes'), or Unix seconds.`);
}

/** Rejects an empty key, which would let anyone sign. A mistyped name renders to an empty string. */
function readKey(key: unknown): string {
  if (typeof key === 'string' && key !== '') return key;
  throw problem("The key is empty or isn't text. Check the variable it comes from.");
}

function readAlgorithm(alg: unknown): JwsAlgorithm {
  if (isJwsAlgorithm(alg)) return alg;
  throw problem('The algorithm of a token must be HS256, HS384 or HS512.');
}

function oneOf<Name extends string>(names: readonly Name[], value: unknown, what: string): Name {
  const found = names.find((name) => name === value);
  if (found !== undefined) return found;
  throw problem(`${what} must be one of ${names.join(', ')}.`);
}

const problem = (message: string) => new TemplateProblem('runtime', message);
const notAMapping = () => problem("The payload of jwtEncode must be a map such as {'iss': 'me'}.");
