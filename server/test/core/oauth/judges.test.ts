// A strict third-party client runs the full flow over https, with all its checks enabled. `openid-client` is built on it.
import * as oauth from 'oauth4webapi';
import { describe, expect, test } from 'vitest';
import { saveOAuthClient } from '../../../src/core/oauth/index.ts';
import { changing } from '../../harness/builders.ts';
import { useHttpsWorkspace } from '../../harness/https-workspace.ts';
import { useOAuth } from '../../harness/oauth-stage.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useOAuth(useTestDatabase());
const judged = useHttpsWorkspace(stage);
const redirectUri = 'https://judge.example.test/cb';

async function issue(confidential: boolean) {
  const name = `Judge ${confidential} ${Math.random()}`;
  const wanted = { name, scope: 'api', confidential, redirect_uris: [redirectUri] } as const;
  return changing(stage.context(), judged.workspace().id, (change) => saveOAuthClient(change, wanted));
}

const callsApi = async (token: string) =>
  (
    await fetch(`${judged.workspace().baseUrl}/api/users/self`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  ).status;

describe.each([
  ['None', false, () => oauth.None()],
  ['ClientSecretBasic', true, oauth.ClientSecretBasic],
  ['ClientSecretPost', true, oauth.ClientSecretPost],
] as const)('with the client authentication %s', (_, confidential, authenticateWith) => {
  test('oauth4webapi completes discovery, the iss check, the code exchange, a refresh and a revocation', async () => {
    const issuer = new URL(judged.workspace().baseUrl);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2' });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const { clientId, secret = '' } = await issue(confidential);
    const client = { client_id: clientId };
    const authenticate = authenticateWith(secret);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint ?? '');
    address.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'api',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const back = await judged.approve(address);
    const parameters = oauth.validateAuthResponse(server, client, back, state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authenticate,
        parameters,
        redirectUri,
        verifier,
      ),
    );
    expect(await callsApi(tokens.access_token)).toBe(200);
    const renewed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authenticate, tokens.refresh_token ?? ''),
    );
    expect(await callsApi(renewed.access_token)).toBe(200);
    const revoked = await oauth.revocationRequest(server, client, authenticate, renewed.refresh_token ?? '');
    await oauth.processRevocationResponse(revoked);
    expect(await callsApi(renewed.access_token)).toBe(401);
  });
});

test('oauth4webapi discovers the authorization server of a resource and parses its challenge', async () => {
  const resource = new URL(`${judged.workspace().baseUrl}/api`);
  const answer = await oauth.resourceDiscoveryRequest(resource);
  const document = await oauth.processResourceDiscoveryResponse(resource, answer);
  expect(document.authorization_servers).toEqual([judged.workspace().baseUrl]);
  const refused = await oauth
    .protectedResourceRequest('x', 'GET', new URL(`${judged.workspace().baseUrl}/api/users/self`))
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
});
