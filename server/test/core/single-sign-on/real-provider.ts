import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { client } from './hostile-provider.ts';

/** Starts oidc-provider with one person. As specified, it sends the address only at the userinfo endpoint. */
export async function startRealProvider(redirectUri: string, claims: object) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${place}`;
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig', kid: '1' }] },
    cookies: { keys: ['only for this test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    responseTypes: ['code'],
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...claims }),
    }),
  });
  server.on('request', provider.callback());
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url,
    place,
    /** Returns the response as if a person had signed in, skipping the provider's screens. */
    async approve(location: string, accountId: string): Promise<URLSearchParams> {
      const { searchParams } = new URL(location);
      const scope = searchParams.get('scope') ?? '';
      const grant = new provider.Grant({ accountId, clientId: client.id });
      grant.addOIDCScope(scope);
      const code = await new provider.AuthorizationCode({
        accountId,
        client: await provider.Client.find(client.id),
        grantId: await grant.save(),
        redirectUri,
        scope,
        nonce: searchParams.get('nonce'),
        authTime: Math.floor(Date.now() / 1_000),
        codeChallenge: searchParams.get('code_challenge'),
        codeChallengeMethod: searchParams.get('code_challenge_method'),
      }).save();
      return new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: url });
    },
  };
}
