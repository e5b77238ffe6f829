import type { JSONWebKeySet, JWTPayload } from 'jose';
import { isRecord } from '../../lib/json.ts';
import { asymmetric, maxSkewSeconds } from './protocol.ts';
import type { Provider } from './provider.ts';
import { type DocumentReader, providerKeys, providerMetadata } from './provider-documents.ts';

/** Loaded when it is first used, because most installations have no single sign-on. */
const library = () => import('jose');

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
  reader: DocumentReader,
  provider: Provider,
  token: string,
): Promise<LogoutRequest | undefined> {
  const { createLocalJWKSet, decodeJwt, errors, jwtVerify } = await library();
  // Tokens that are wrong at first sight need no keys.
  if (token.length > maxTokenLength || !looksRight(provider, () => decodeJwt(token))) return undefined;
  const { issuer } = await providerMetadata(reader, provider);
  const verify = async (keys: JSONWebKeySet) => {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer,
      audience: provider.clientId,
      algorithms: [...asymmetric],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: maxSkewSeconds,
      currentDate: reader.now,
      requiredClaims: ['iat', 'jti', 'events'],
    });
    return requestIn(payload, issuer);
  };
  try {
    const keys = await providerKeys(reader, provider, { isStale: false });
    return await verify(keys).catch(async (error: unknown) => {
      // The provider may have published the key after Hark read its keys.
      const isUnknownKey =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
      if (!isUnknownKey) throw error;
      return verify(await providerKeys(reader, provider, { isStale: true }));
    });
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function looksRight({ issuer, clientId }: Provider, decode: () => JWTPayload): boolean {
  try {
    const { iss, aud } = decode();
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
