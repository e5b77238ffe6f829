import {
  claimsOf,
  expiryVerdict,
  isSameText,
  isSignedWith,
  type JwsFault,
  openJws,
  startVerdict,
} from '../../../lib/crypto/jws.ts';
import type { Resolved } from '../settings/resolved-settings.ts';
import { isReceipt } from './receipt.ts';

/**
 * The claims that the workflow can read (spec/listeners §3.5). A claim is undefined if the token lacks it.
 */
export interface VerifiedClaims {
  readonly data: unknown;
  readonly sub: unknown;
}

/** The checks, in the order in which they run (spec/listeners §3.4). */
export const tokenChecks = [
  'present',
  'form',
  'algorithm',
  'signature',
  'claims',
  'exp',
  'nbf',
  'iss',
] as const;
export type TokenCheck = (typeof tokenChecks)[number];

/** The first check that a token failed, and why. Contains nothing from the token. */
export interface FailedTokenCheck {
  readonly check: TokenCheck;
  readonly detail: string;
}

export type TokenVerdict =
  | { readonly kind: 'passed'; readonly claims: VerifiedClaims }
  | { readonly kind: 'invalid_or_expired' | 'invalid_key'; readonly failed: FailedTokenCheck };

/**
 * Checks shape and algorithm, signature, `exp`, `nbf`, then `iss` (spec/listeners §3.3, §3.4). A setting that
 * is empty or can't be resolved rejects the request: a missing secret is treated like a wrong signature, a
 * missing key like a wrong issuer (spec/listeners §2.5).
 */
export function judgeToken(token: string, settings: TokenSettings, now: Date): TokenVerdict {
  const { endpointKey, endpointSecret } = settings;
  const jws = openJws(token);
  if (typeof jws === 'string') return invalidToken(checkOf(jws), jws);
  if (isReceipt(token)) return invalidToken('algorithm', 'refused_header');
  if (!endpointSecret) return invalidToken('signature', 'secret_unresolved');
  if (!isSignedWith(jws, endpointSecret)) return invalidToken('signature', 'other_signature');
  // The claims are parsed only after the signature is verified.
  const claims = claimsOf(jws);
  if (!claims) return invalidToken('claims', 'no_object');
  const nowSeconds = now.getTime() / 1000;
  const expiry = expiryVerdict(claims.exp, nowSeconds);
  if (expiry !== 'valid') return invalidToken('exp', expiry);
  const start = startVerdict(claims.nbf, nowSeconds);
  if (start !== 'valid') return invalidToken('nbf', start);
  if (!endpointKey) return invalidKey('key_unresolved');
  if (typeof claims.iss !== 'string') return invalidKey('no_issuer');
  if (!isSameText(claims.iss, endpointKey)) return invalidKey('other_issuer');
  return { kind: 'passed', claims: { data: claims.data, sub: claims.sub } };
}

const checkOf = (fault: JwsFault): TokenCheck =>
  fault === 'algorithm' || fault === 'refused_header' ? 'algorithm' : 'form';

const invalidToken = (check: TokenCheck, detail: string): TokenVerdict => ({
  kind: 'invalid_or_expired',
  failed: { check, detail },
});

const invalidKey = (detail: string): TokenVerdict => ({
  kind: 'invalid_key',
  failed: { check: 'iss', detail },
});

interface TokenSettings {
  readonly endpointKey: Resolved;
  readonly endpointSecret: Resolved;
}
