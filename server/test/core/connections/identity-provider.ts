import { onTestFinished } from 'vitest';
import { startOidcServer } from '../../harness/servers/oidc-server.ts';

export const client = { id: 'hark', secret: 'client-secret-of-hark' };

/** Starts oidc-provider with one confidential client for both grants, and counts requests to its token endpoint. */
export async function startProvider(redirectUri: string) {
  const provider = await startOidcServer(configurationFor(redirectUri));
  const { server, url, place } = provider;
  onTestFinished(() => provider.close());
  let requests = 0;
  server.on('request', ({ url: path }) => {
    if (path === '/token') requests++;
  });
  return {
    url,
    place,
    tokenRequests: () => requests,
    code: (codeChallenge: string) =>
      provider.code({ accountId: 'ann', clientId: client.id, redirectUri, scope: 'api', codeChallenge }),
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
  scopes: ['api'],
  clientAuthMethods: ['client_secret_basic'],
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  features: {
    clientCredentials: { enabled: true },
    revocation: { enabled: true },
    userinfo: { enabled: false },
    resourceIndicators: { enabled: false },
  },
});
