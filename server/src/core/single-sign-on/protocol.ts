import type { JSONWebKeySet } from 'jose';
import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import type { Egress } from '../../lib/egress/egress.ts';
import { EgressFailure } from '../../lib/egress/failure.ts';
import { isRecord } from '../../lib/json.ts';
import { type Claims, findClaim } from './claims.ts';
import type { ProviderSettings } from './provider.ts';
import { ProviderFailure } from './refusal.ts';

/** Loaded when it is first used, because most installations have no single sign-on. */
const library = () => import('openid-client');

/** How long the provider may take for each response. */
const timeoutMs = 8_000;
const maximumBytes = 262_144;
/** By how much the provider's clock may differ, in seconds. */
export const maxSkewSeconds = 60;

/** Signature algorithms with a public key. With others, the client secret or nothing would sign (spec/single-sign-on §2.2). */
export const asymmetric: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Sends the library's requests through the guarded egress. Redirects aren't followed (spec/single-sign-on §3.1). */
const fetchThrough =
  (egress: Egress): CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await egress({
      url,
      method,
      headers: { ...headers, 'user-agent': 'Hark', 'accept-encoding': 'gzip, deflate, br' },
      body: body == null ? undefined : String(body),
      timeoutMs,
      maximumBytes,
      redirects: 0,
    });
    const { status } = answer;
    if (status < 200 || status > 599) throw new ProviderFailure(`The provider returned ${status}.`);
    const { 'content-encoding': _, 'content-length': __, ...sent } = answer.headers;
    const hasBody = status !== 204 && status !== 205 && status !== 304;
    return new Response(hasBody ? new Uint8Array(answer.body) : null, { status, headers: sent });
  };

/** Reads the provider's metadata. @throws ProviderFailure */
export async function discover(
  egress: Egress,
  { issuer, clientId }: Pick<ProviderSettings, 'issuer' | 'clientId'>,
): Promise<ServerMetadata> {
  const { allowInsecureRequests, customFetch, discovery } = await library();
  const found = await explained(() =>
    discovery(new URL(issuer), clientId, undefined, undefined, {
      [customFetch]: fetchThrough(egress),
      ...(isPlainHttp(issuer) && { execute: [allowInsecureRequests] }),
    }),
  );
  const metadata = found.serverMetadata();
  // The library makes exceptions for issuers that stand for many tenants. With those, anyone could sign in.
  if (new URL(metadata.issuer).href !== new URL(issuer).href)
    throw new ProviderFailure('The provider calls itself by another issuer URL.');
  return metadata;
}

/** Only the operator can allow http, by HARK_EGRESS_ALLOW. */
const isPlainHttp = (issuer: string): boolean => issuer.startsWith('http:');

/** Returns what the library needs to sign someone in. @throws ProviderFailure */
export async function openProvider(
  egress: Egress,
  found: ServerMetadata,
  provider: Pick<ProviderSettings, 'issuer' | 'clientId'>,
  secret: string,
): Promise<Configuration> {
  const algorithms = (found.id_token_signing_alg_values_supported ?? ['RS256']).filter((one) =>
    asymmetric.includes(one),
  );
  if (algorithms.length === 0)
    throw new ProviderFailure('The provider signs ID tokens with none of the accepted algorithms.');
  const openid = await library();
  const configuration = new openid.Configuration(
    { ...found, id_token_signing_alg_values_supported: algorithms },
    provider.clientId,
    { [openid.clockTolerance]: maxSkewSeconds },
    prefersPost(found) ? openid.ClientSecretPost(secret) : basicAuth(secret),
  );
  configuration[openid.customFetch] = fetchThrough(egress);
  configuration.timeout = timeoutMs / 1_000;
  if (isPlainHttp(provider.issuer)) openid.allowInsecureRequests(configuration);
  // Without this, the library trusts the connection and doesn't check the ID token's signature.
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Looks which method the provider lists first: it accepts both, but knows secrets with special characters best there. */
const prefersPost = ({ token_endpoint_auth_methods_supported: methods = [] }: ServerMetadata): boolean =>
  methods.find((one) => /^client_secret_(basic|post)$/.test(one)) === 'client_secret_post';

/** Like the library's, but without encoding `-`, `_` and `.`, because some providers don't decode them. */
const basicAuth =
  (secret: string): ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    const encoded = [client_id, secret].map((text) => new URLSearchParams({ v: text }).toString().slice(2));
    headers.set('authorization', `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`);
  };

/** Reads the provider's public keys. @throws ProviderFailure */
export const readKeys = (egress: Egress, { jwks_uri }: ServerMetadata): Promise<JSONWebKeySet> =>
  explained(async () => {
    const response = await fetchThrough(egress)(jwks_uri ?? '', {
      method: 'GET',
      headers: { accept: 'application/json' },
      body: undefined,
      redirect: 'manual',
    });
    const found: unknown = response.ok ? await response.json() : undefined;
    if (!isRecord(found) || !Array.isArray(found.keys))
      throw new ProviderFailure("The provider's keys can't be read.");
    return found as unknown as JSONWebKeySet;
  });

/** What binds the provider's response to one browser and one request. */
export interface Binding {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Returns the URL at the provider that the browser is sent to. */
export async function authorizationUrl(
  configuration: Configuration,
  redirectUri: string,
  { state, nonce, verifier }: Binding,
  { isConfirming, roleClaim }: { readonly isConfirming: boolean; readonly roleClaim: string | null },
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
  const challenge = await calculatePKCECodeChallenge(verifier);
  return explained(async () => {
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: scopeFor(configuration.serverMetadata(), roleClaim),
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(isConfirming && { prompt: 'login', max_age: '0' }),
    });
    const isSafe = url.protocol === 'https:' || isPlainHttp(configuration.serverMetadata().issuer);
    if (!isSafe) throw new ProviderFailure("The provider's authorization endpoint isn't an https URL.");
    return url.href;
  });
}

/** Some providers, such as Okta, send groups only if they are asked for them. Others reject a scope that they don't list. */
const scopeFor = ({ scopes_supported: scopes = [] }: ServerMetadata, roleClaim: string | null): string =>
  `openid email profile${roleClaim !== null && scopes.includes('groups') ? ' groups' : ''}`;

/**
 * Exchanges the code in `callback` for a checked ID token, and returns its claims. Issuer, audience, nonce, times and
 * signature are checked by the library. Missing claims are read from the userinfo endpoint.
 * @throws ProviderFailure
 */
export async function redeemCode(
  configuration: Configuration,
  callback: URL,
  { state, nonce, verifier }: Binding,
  roleClaim: string | null,
): Promise<Claims> {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  return explained(async () => {
    const tokens = await authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new ProviderFailure('The provider sent no ID token.');
    const isComplete =
      'email' in claims && (roleClaim === null || findClaim(claims, roleClaim) !== undefined);
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // An address and its verification must come from the same document.
    const { email, email_verified } = 'email' in claims ? claims : more;
    return { ...more, ...claims, email, email_verified };
  });
}

/** Turns failures of the library and the network into ours. Their messages contain nothing that the provider sent. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const chain = [error, (error as { cause?: unknown }).cause];
    const known = chain.find((one) => one instanceof ProviderFailure || one instanceof EgressFailure);
    if (known instanceof Error) throw new ProviderFailure(known.message);
    const reason = chain.findLast(isProtocolError)?.message ?? 'it is malformed';
    throw new ProviderFailure(`The provider's response was rejected: ${reason}.`);
  }
}

/** The library's errors about a response have a code and a fixed message. */
const isProtocolError = (error: unknown): error is Error =>
  error instanceof Error && /^OAUTH_/.test(String((error as { code?: unknown }).code));
