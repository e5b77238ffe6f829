import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** What a user approves, as the provider stores it. */
interface Approval {
  readonly accountId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly codeChallenge: string | null;
  readonly [more: string]: unknown;
}

/** Starts oidc-provider on a free port. It supports only codes, and PKCE is required. */
export async function startOidcServer(configuration: { features?: object; [setting: string]: unknown }) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(url, {
    jwks: { keys: [{ ...key, use: 'sig', kid: '1' }] },
    cookies: { keys: ['only for this test'] },
    responseTypes: ['code'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    renderError: (context: { type: string; body: unknown }, out: object) => {
      context.type = 'json';
      context.body = out;
    },
    ...configuration,
    features: { devInteractions: { enabled: false }, ...configuration.features },
  });
  server.on('request', provider.callback());
  return {
    server,
    port,
    place: `127.0.0.1:${port}`,
    url,
    /** Returns a code as if a user had signed in and approved, skipping the provider's screens. */
    async code({ clientId, ...approval }: Approval): Promise<string> {
      const grant = new provider.Grant({ accountId: approval.accountId, clientId });
      grant.addOIDCScope(approval.scope);
      return new provider.AuthorizationCode({
        ...approval,
        client: await provider.Client.find(clientId),
        grantId: await grant.save(),
        codeChallengeMethod: 'S256',
      }).save();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
