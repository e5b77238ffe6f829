import { createHash, timingSafeEqual } from 'node:crypto';
import { invalid } from '../../../lib/errors.ts';

export interface Parameters {
  get(name: string): string | undefined;
  /** The only parameter that can be repeated (RFC 8707). */
  readonly resources: readonly string[];
}

/**
 * Reads a query or form. Only `resource` may occur more than once; empty values are treated as missing (RFC
 * 6749 3.1, 3.2).
 */
export function readOAuthParameters(encoded: string): Parameters {
  const values = new Map<string, string>();
  const resources: string[] = [];
  for (const [name, value] of new URLSearchParams(encoded)) {
    if (value.includes('\0')) throw invalid('invalid_request', 'A parameter contains a NUL character.');
    if (name === 'resource') resources.push(value);
    else if (values.has(name)) throw invalid('invalid_request', 'A parameter is repeated.');
    else values.set(name, value);
  }
  return { get: (name) => values.get(name) || undefined, resources };
}

/**
 * Returns whether the challenge is valid. PKCE with S256 is required (spec/oauth §2.1); the challenge is the
 * verifier's SHA-256 (RFC 7636 4.2).
 */
export const isChallenge = (challenge: string | undefined, method: string | undefined): boolean =>
  method === 'S256' && challenge !== undefined && /^[A-Za-z0-9_-]{43}$/.test(challenge);

/** Returns whether the challenge was derived from the verifier (RFC 7636 4.1, 4.6). */
export function verifierMatches(challenge: string, verifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest();
  const known = Buffer.from(challenge, 'base64url');
  return known.length === made.length && timingSafeEqual(known, made);
}
