import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';

export const client = { id: 'hark', secret: 'client-secret-of-hark' };

/** Starts oidc-provider with one confidential client for both grants, and counts requests to its token endpoint. */
export async function startProvider(redirectUri: string) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const provider = new Provider(url, configurationFor(redirectUri));
  const handle = provider.callback();
  let requests = 0;
  server.on('request', (request, response) => {
    if (request.url === '/token') requests++;
    handle(request, response);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url,
    place: `127.0.0.1:${port}`,
    tokenRequests: () => requests,
    /** Returns a code as if a user had signed in and approved, skipping the provider's screens. */
    async code(challenge: string): Promise<string> {
      const grant = new provider.Grant({ accountId: 'ann', clientId: client.id });
      grant.addOIDCScope('api');
      return new provider.AuthorizationCode({
        accountId: 'ann',
        client: await provider.Client.find(client.id),
        grantId: await grant.save(),
        redirectUri,
        scope: 'api',
        codeChallenge: challenge,
        codeChallengeMethod: 'S256',
      }).save();
    },
    /** Revokes a refresh token, as a user of the service would. */
    async revoke(token: string): Promise<void> {
      const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
      const response = await fetch(`${url}/token/revocation`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ token }),
      });
      if (!response.ok) throw new Error(`The provider returned ${response.status}.`);
    },
  };
}

const configurationFor = (redirectUri: string) => ({
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'api',
    },
  ],
  jwks: {
    keys: [
      {
        ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
        use: 'sig',
        kid: '1',
      },
    ],
  },
  cookies: { keys: ['only for this test'] },
  scopes: ['api'],
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic'],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  pkce: { required: () => true },
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    revocation: { enabled: true },
    userinfo: { enabled: false },
    resourceIndicators: { enabled: false },
  },
  findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  renderError: (context: { type: string; body: unknown }, out: object) => {
    context.type = 'json';
    context.body = out;
  },
});
