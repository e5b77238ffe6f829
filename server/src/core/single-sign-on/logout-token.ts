import { createLocalJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Egress } from '../../lib/egress/egress.ts';
import { isRecord } from '../../lib/json.ts';
import { asymmetric, discover, maxSkewSeconds, readKeys } from './protocol.ts';
import type { Provider } from './provider.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Older tokens are rejected. Hark remembers the IDs of newer ones, so none is accepted twice. */
const maxAgeSeconds = 300;
const maxTokenLength = 16_384;

/** Which sessions a provider ends: those of a person, or of one session that the person has there. */
export interface LogoutRequest {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string | null;
  readonly sid: string | null;
}

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6; spec/single-sign-on §5.1).
 * @returns undefined if the token isn't valid
 * @throws ProviderFailure if the provider's keys can't be read
 */
export async function readLogoutToken(
  egress: Egress,
  provider: Provider,
  token: string,
  now: Date,
): Promise<LogoutRequest | undefined> {
  // Without this, anyone could make Hark send requests to the provider.
  if (!looksRight(provider, token)) return undefined;
  const metadata = await discover(egress, provider);
  const { issuer } = metadata;
  const keys = await readKeys(egress, metadata);
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer,
      audience: provider.clientId,
      algorithms: [...asymmetric],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: maxSkewSeconds,
      currentDate: now,
      requiredClaims: ['iat', 'jti', 'events'],
    });
    return requestIn(payload, issuer);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function looksRight({ issuer, clientId }: Provider, token: string): boolean {
  if (token.length > maxTokenLength) return false;
  try {
    const { iss, aud } = decodeJwt(token);
    return URL.parse(iss ?? '')?.href === new URL(issuer).href && [aud].flat().includes(clientId);
  } catch {
    return false;
  }
}

function requestIn(payload: JWTPayload, issuer: string): LogoutRequest | undefined {
  const { jti, sub, sid, events, nonce } = payload;
  const isLogout = isRecord(events) && isRecord(events[event]);
  // An ID token has a nonce. It must not be accepted as a logout token.
  if (!isLogout || nonce !== undefined || typeof jti !== 'string') return undefined;
  const [subject, session] = [textOf(sub), textOf(sid)];
  if (subject === null && session === null) return undefined;
  return { id: jti, issuer, subject, sid: session };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
