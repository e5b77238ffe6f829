// Issue 7: foreign clients, strict as they come, run the whole flow over https. No check of theirs is switched off.
import tls from 'node:tls';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveOAuthClient } from '../../../src/core/oauth/index.ts';
import { createWorkspace, type Workspace } from '../../../src/core/workspaces/index.ts';
import { changing } from '../../harness/builders.ts';
import { makeCertificate, passOnTo, startHttps } from '../../harness/https-front.ts';
import { buildPerson, type Person, TestApp, useOAuth } from '../../harness/oauth-stage.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useOAuth(database);
const redirectUri = 'https://judge.example.test/cb';
let front: Awaited<ReturnType<typeof startHttps>>;
let workspace: Workspace;
let person: Person;

beforeAll(async () => {
  const certificate = makeCertificate();
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert.toString()]);
  front = await startHttps(certificate, passOnTo(stage.port));
  const host = `localhost:${front.port}`;
  const wanted = { name: 'Judged', baseUrl: `https://${host}`, host };
  const actor = { user: null, means: { type: 'apply' }, origin: null } as const;
  const id = await createWorkspace(stage.context(), actor, wanted, async (change) => change.workspace);
  workspace = { ...wanted, id };
  person = await buildPerson(stage, workspace);
});
afterAll(() => front.close());

async function issue(confidential: boolean) {
  const name = `Judge ${confidential} ${Math.random()}`;
  const wanted = { name, scope: 'api', confidential, redirect_uris: [redirectUri] } as const;
  return changing(stage.context(), workspace.id, (change) => saveOAuthClient(change, wanted));
}

/** Plays the browser: from the address that the client made to the address that it gets back. */
async function approve(clientId: string, address: URL): Promise<URL> {
  const app = new TestApp(stage, workspace, { id: clientId, redirectUri, scope: 'api' });
  const over = Object.fromEntries(address.searchParams);
  const { answer } = await app.decide(person, 'approve', over);
  return new URL(answer.location ?? '');
}

const callsApi = async (token: string) =>
  (await fetch(`${workspace.baseUrl}/api/users/self`, { headers: { Authorization: `Bearer ${token}` } }))
    .status;

describe.each([false, true])('confidential: %s', (confidential) => {
  test('oauth4webapi: discovery, iss, code, refresh, revocation', async () => {
    const issuer = new URL(workspace.baseUrl);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2' });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const { clientId, secret = '' } = await issue(confidential);
    const client = { client_id: clientId };
    const authenticate = confidential ? oauth.ClientSecretBasic(secret) : oauth.None();
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
    const back = await approve(clientId, address);
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

  test('oauth4webapi finds the server of a resource, and reads its challenge', async () => {
    const resource = new URL(`${workspace.baseUrl}/api`);
    const answer = await oauth.resourceDiscoveryRequest(resource);
    const document = await oauth.processResourceDiscoveryResponse(resource, answer);
    expect(document.authorization_servers).toEqual([workspace.baseUrl]);
    const refused = await oauth
      .protectedResourceRequest('x', 'GET', new URL(`${workspace.baseUrl}/api/users/self`))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
  });

  test('openid-client: discovery, code, refresh, revocation', async () => {
    const { clientId, secret } = await issue(confidential);
    const config = await openid.discovery(
      new URL(workspace.baseUrl),
      clientId,
      secret,
      confidential ? openid.ClientSecretPost(secret) : openid.None(),
      { algorithm: 'oauth2' },
    );
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'api',
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const back = await approve(clientId, address);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    expect(await callsApi(tokens.access_token)).toBe(200);
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await callsApi(renewed.access_token)).toBe(200);
    await openid.tokenRevocation(config, renewed.access_token);
    expect(await callsApi(renewed.access_token)).toBe(401);
  });
});
