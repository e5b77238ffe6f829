import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * PKCE with S256 is required (spec/oauth §2.1). A challenge is the SHA-256 of the verifier (RFC 7636 4.2).
 */
export const isChallenge = (challenge: string | undefined, method: string | undefined): boolean =>
  method === 'S256' && challenge !== undefined && /^[A-Za-z0-9_-]{43}$/.test(challenge);

/** Whether the verifier is the one that the challenge was made from (RFC 7636 4.1, 4.6). */
export function verifierMatches(challenge: string, verifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest();
  const known = Buffer.from(challenge, 'base64url');
  return known.length === made.length && timingSafeEqual(known, made);
}
