import { type JwsAlgorithm, signJws } from '../../../lib/crypto/jws.ts';
import { conflict } from '../../../lib/errors.ts';
import type { ResolvedSettings } from '../settings/resolved-settings.ts';

/** The token to create. Entries in `claims` take precedence over generated claims. */
export interface WantedToken {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly algorithm: JwsAlgorithm;
  /** Null if the token never expires. */
  readonly expiresInSeconds: number | null;
}

/**
 * Signs a token with the listener's secret. By default, `iss` is the listener's key and `iat` is the current
 * time.
 */
export function makeTestToken(
  { claims, algorithm, expiresInSeconds }: WantedToken,
  { endpointKey, endpointSecret }: Pick<ResolvedSettings, 'endpointKey' | 'endpointSecret'>,
  now: Date,
): { token: string; claims: Readonly<Record<string, unknown>> } {
  if (!endpointKey || !endpointSecret) {
    throw conflict(
      'listener_unsigned',
      "The token check is disabled, or its key or secret is currently empty. Check the listener's settings.",
    );
  }
  const iat = Math.floor(now.getTime() / 1000);
  const signed: Record<string, unknown> = Object.create(null);
  Object.assign(signed, { iss: endpointKey, iat });
  if (expiresInSeconds !== null) signed.exp = iat + expiresInSeconds;
  for (const [name, value] of Object.entries(claims)) signed[name] = value;
  return { token: signJws(JSON.stringify(signed), endpointSecret, algorithm), claims: signed };
}
