import { onTestFinished } from 'vitest';
import { startOidcServer } from '../../harness/servers/oidc-server.ts';
import { client } from './hostile-provider.ts';

/** Starts oidc-provider with one person. As specified, it sends the address only at the userinfo endpoint. */
export async function startRealProvider(redirectUri: string, claims: object) {
  const provider = await startOidcServer({
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...claims }),
    }),
  });
  onTestFinished(() => provider.close());
  const { url, place } = provider;
  return {
    url,
    place,
    /** Returns the response as if a person had signed in. */
    async approve(location: string, accountId: string): Promise<URLSearchParams> {
      const { searchParams } = new URL(location);
      const code = await provider.code({
        accountId,
        clientId: client.id,
        redirectUri,
        scope: searchParams.get('scope') ?? '',
        nonce: searchParams.get('nonce'),
        authTime: Math.floor(Date.now() / 1_000),
        codeChallenge: searchParams.get('code_challenge'),
      });
      return new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: url });
    },
  };
}
