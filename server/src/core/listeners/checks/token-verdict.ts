import { claimsOf, isSameText, isSignedWith, readJws, timeVerdict } from '../../../lib/crypto/jws.ts';
import type { Resolved } from '../settings/resolved-settings.ts';

/**
 * The claims that the workflow can read (spec/listeners §3.5). A claim is undefined if the token lacks it.
 */
export interface VerifiedClaims {
  readonly data: unknown;
  readonly sub: unknown;
}

export type TokenVerdict =
  | { readonly kind: 'passed'; readonly claims: VerifiedClaims }
  | { readonly kind: 'invalid_or_expired' }
  | { readonly kind: 'invalid_key' };

/**
 * Checks shape and algorithm, signature, `exp`, `nbf`, then `iss` (spec/listeners §3.3, §3.4). A setting that
 * is empty or can't be resolved rejects the request: a missing secret is treated like a wrong signature, a
 * missing key like a wrong issuer (spec/listeners §2.5).
 */
export function judgeToken(token: string, settings: TokenSettings, now: Date): TokenVerdict {
  const { endpointKey, endpointSecret } = settings;
  const claims = endpointSecret === undefined ? null : verify(token, endpointSecret);
  if (!claims || timeVerdict(claims, now.getTime() / 1000) !== 'valid') return { kind: 'invalid_or_expired' };
  if (!endpointKey || typeof claims.iss !== 'string' || !isSameText(claims.iss, endpointKey)) {
    return { kind: 'invalid_key' };
  }
  return { kind: 'passed', claims: { data: claims.data, sub: claims.sub } };
}

/** Parses the claims only after verifying the signature. */
function verify(token: string, secret: string): Record<string, unknown> | null {
  const jws = readJws(token);
  return jws && isSignedWith(jws, secret) ? claimsOf(jws) : null;
}

interface TokenSettings {
  readonly endpointKey: Resolved;
  readonly endpointSecret: Resolved;
}
