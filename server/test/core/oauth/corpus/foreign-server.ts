import { startOidcServer } from '../../../harness/servers/oidc-server.ts';
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
  const provider = await startOidcServer(configurationFor(clients));
  return {
    ...provider,
    code: ({ id, redirectUri }: SharedClient) =>
      provider.code({
        accountId: 'ann',
        clientId: id,
        redirectUri,
        scope: 'api',
        codeChallenge: challenge,
      }),
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
  scopes: ['api', 'mcp'],
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  allowOmittingSingleRegisteredRedirectUri: false,
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  features: {
    revocation: { enabled: true },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    resourceIndicators: { enabled: false },
  },
  routes: { authorization: '/oauth2/authorize', token: '/oauth2/token', revocation: '/oauth2/revoke' },
});
