import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { type ClientKind, challenge } from './corpus.ts';

/** A client that is registered on both servers. */
export interface SharedClient {
  readonly id: string;
  readonly secret: string | undefined;
  readonly redirectUri: string;
}
export type SharedClients = Readonly<Record<ClientKind | 'another', SharedClient>>;

const methods = { public: 'none', another: 'none', basic: 'client_secret_basic', post: 'client_secret_post' };

/**
 * Starts oidc-provider, configured like our server: plain OAuth, one scope per client, PKCE always required,
 * refresh token rotation.
 */
export async function startForeignServer(clients: SharedClients) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider = new Provider(`http://127.0.0.1:${port}`, configurationFor(clients));
  server.on('request', provider.callback());
  return {
    port,
    /** Returns a code as if a user had approved it, skipping the screens that differ between the servers. */
    async code({ id, redirectUri }: SharedClient): Promise<string> {
      const grant = new provider.Grant({ accountId: 'ann', clientId: id });
      grant.addOIDCScope('api');
      return new provider.AuthorizationCode({
        accountId: 'ann',
        client: await provider.Client.find(id),
        grantId: await grant.save(),
        redirectUri,
        scope: 'api',
        codeChallenge: challenge,
        codeChallengeMethod: 'S256',
      }).save();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const configurationFor = (clients: SharedClients) => ({
  clients: Object.entries(clients).map(([kind, { id, secret, redirectUri }]) => ({
    client_id: id,
    ...(secret !== undefined && { client_secret: secret }),
    redirect_uris: [redirectUri],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: methods[kind as ClientKind],
    scope: 'api',
  })),
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
  scopes: ['api', 'mcp'],
  responseTypes: ['code'],
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    resourceIndicators: { enabled: false },
  },
  findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  routes: { authorization: '/oauth2/authorize', token: '/oauth2/token', revocation: '/oauth2/revoke' },
  renderError: (context: { type: string; body: unknown }, out: object) => {
    context.type = 'json';
    context.body = out;
  },
});
