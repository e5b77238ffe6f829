import { type JwsAlgorithm, signJws } from '../../../lib/crypto/jws.ts';
import { conflict } from '../../../lib/errors.ts';
import type { ResolvedSettings } from '../settings/resolved-settings.ts';

/** Claims in `claims` take precedence over the generated ones. */
export interface WantedToken {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly algorithm: JwsAlgorithm;
  /** Null if it never expires. */
  readonly expiresInSeconds: number | null;
}

/** Signs a token with the listener's secret. The defaults: `iss` is its key, `iat` is now. */
export function makeTestToken(
  { claims, algorithm, expiresInSeconds }: WantedToken,
  { endpointKey, endpointSecret }: Pick<ResolvedSettings, 'endpointKey' | 'endpointSecret'>,
  now: Date,
): { token: string; claims: Readonly<Record<string, unknown>> } {
  if (!endpointKey || !endpointSecret) {
    throw conflict(
      'listener_unsigned',
      'The token check is off, or its key or secret comes to nothing at this moment. Look at the settings.',
    );
  }
  const iat = Math.floor(now.getTime() / 1000);
  const signed: Record<string, unknown> = Object.create(null);
  Object.assign(signed, { iss: endpointKey, iat });
  if (expiresInSeconds !== null) signed.exp = iat + expiresInSeconds;
  for (const [name, value] of Object.entries(claims)) signed[name] = value;
  return { token: signJws(JSON.stringify(signed), endpointSecret, algorithm), claims: signed };
}
