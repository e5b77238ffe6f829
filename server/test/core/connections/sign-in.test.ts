// Connecting to an outside service in the browser, with oidc-provider as the service (spec/connections §3.4).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { openToken } from '../../../src/core/connections/connection-secret.ts';
import { createConnection, openConnection } from '../../../src/core/connections/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { editConnection } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { createEgress } from '../../../src/lib/egress/egress.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import { password, signInAs, useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { client, startProvider } from './identity-provider.ts';

const allow = new Set<string>();
const database = useTestDatabase();
const stage = useSignIn(database, { allow });

type Provider = Awaited<ReturnType<typeof startProvider>>;

async function browserOf(workspace: Workspace, isAdmin = true) {
  const role = isAdmin ? 'Administrator' : 'Builder';
  await changing(stage.context(), workspace.id, (change) =>
    saveRole(change, { name: role, isAdmin, permissions: isAdmin ? {} : { 'workflows.edit': 'all' } }),
  );
  const user = await buildUser(stage.context(), workspace.id, { password, role });
  const browser = stage.browser(workspace);
  await signInAs(browser, user);
  return browser;
}

/** A workspace with a connection to a service that no administrator has connected yet. */
async function build(more: object = {}) {
  const workspace = await buildWorkspace(stage.context());
  const provider = await startProvider(`${workspace.baseUrl}/connections/callback`);
  allow.add(provider.place);
  const connection = await changing(stage.context(), workspace.id, (change) =>
    createConnection(
      change,
      { allow },
      {
        name: 'crm',
        type: 'oauth2',
        origin: 'https://api.example.test',
        grant: 'authorization_code',
        token_url: `${provider.url}/token`,
        authorize_url: `${provider.url}/auth?prompt=consent`,
        client_id: client.id,
        client_secret: client.secret,
        scope: 'api',
        ...more,
      },
    ),
  );
  return { workspace, provider, connection, path: `/connections/${connection.id}/connect` };
}
type Built = Awaited<ReturnType<typeof build>>;
type TestBrowser = Awaited<ReturnType<typeof browserOf>>;

const locationOf = ({ headers }: { headers: { location?: string | undefined } }) =>
  new URL(headers.location ?? '', 'http://here');

async function start(browser: TestBrowser, { path }: Built) {
  const answer = await browser.get(path);
  expect([answer.status, answer.text]).toEqual([303, answer.text]);
  return locationOf(answer);
}

async function finish(browser: TestBrowser, provider: Provider, location: URL) {
  const code = await provider.code(location.searchParams.get('code_challenge') ?? '');
  const query = new URLSearchParams({
    code,
    state: location.searchParams.get('state') ?? '',
    iss: provider.url,
  });
  return browser.get(`/connections/callback?${query}`);
}

/** Returns the header that a step would send, or why there is none. `laterMs` is how far ahead the clock is. */
async function credential({ workspace }: Built, laterMs = 0): Promise<string | undefined> {
  const context = stage.context();
  const clock = { now: () => new Date(context.clock.now().getTime() + laterMs) };
  const egress = createEgress({ ports: new Set([443]), allow });
  const scope = { workspace, zone: 'UTC', now: clock.now(), secrets: new Map(), hosts: new Map() };
  const user = { context: { ...context, clock }, egress, workspace: workspace.id };
  const opened = await openConnection(user, 'crm', scope);
  return opened?.credential().then(
    ({ headers }) => headers.authorization,
    (error: Error) => error.message,
  );
}
const notConnected = 'The connection "crm" is not connected. Ask an administrator to connect it.';

const stored = ({ connection }: Built) =>
  database.current.asAdministrator(async (admin) => {
    const { rows } = await admin.query('select * from connections where id = $1', [connection.id]);
    return rows[0];
  });

describe('authorization code (spec/connections §3.4)', () => {
  test('an administrator connects, and steps get a token that is refreshed once for all of them', async () => {
    const built = await build();
    const { provider, workspace, connection } = built;
    expect(await credential(built)).toBe(notConnected);
    const browser = await browserOf(workspace);
    const location = await start(browser, built);
    expect(location.origin + location.pathname).toBe(`${provider.url}/auth`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      prompt: 'consent',
      response_type: 'code',
      client_id: client.id,
      redirect_uri: `${workspace.baseUrl}/connections/callback`,
      scope: 'api',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const answer = await finish(browser, provider, location);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `/settings/secrets?connection=${connection.id}&result=connected`,
    ]);
    const first = await credential(built);
    expect(first).toMatch(/^Bearer \S+$/);
    expect(await credential(built)).toBe(first);
    // Later, 20 steps need a new token at the same time.
    const later = await Promise.all(Array.from({ length: 20 }, () => credential(built, 7_200_000)));
    expect(new Set(later).size).toBe(1);
    expect(later[0]).not.toBe(first);
    expect(provider.tokenRequests()).toBe(2);
    // The refresh token was rotated and stored: the next refresh works too.
    expect(await credential(built, 14_400_000)).toMatch(/^Bearer \S+$/);
    const entries = await listAudit(stage.context(), workspace.id, { limit: 1, subjectType: 'connection' });
    expect([entries[0]?.action, entries[0]?.new]).toEqual(['changed', { connected: true }]);
    const secrets = [first?.replace('Bearer ', ''), client.secret, location.searchParams.get('state')];
    const row = JSON.stringify(await stored(built));
    for (const secret of secrets) expect(row + JSON.stringify(entries)).not.toContain(secret);
    for (const line of stage.log.lines()) for (const secret of secrets) expect(line).not.toContain(secret);
  });

  test('a revoked refresh token disconnects, and the step says what to do', async () => {
    const built = await build();
    const browser = await browserOf(built.workspace);
    await finish(browser, built.provider, await start(browser, built));
    const { sealed_refresh_token } = await stored(built);
    await built.provider.revoke(openToken(stage.context().key, sealed_refresh_token));
    expect(await credential(built, 7_200_000)).toBe(notConnected);
    const row = await stored(built);
    expect([row.connected_at, row.sealed_refresh_token, row.sealed_access_token]).toEqual([null, null, null]);
    // No further request is made.
    const requests = built.provider.tokenRequests();
    expect(await credential(built, 7_200_000)).toBe(notConnected);
    expect(built.provider.tokenRequests()).toBe(requests);
    // Connecting again works.
    await finish(browser, built.provider, await start(browser, built));
    expect(await credential(built)).toMatch(/^Bearer /);
  });

  test('a sign-in works once, in the browser session that started it, for 10 minutes', async () => {
    const built = await build();
    const { workspace, provider } = built;
    const [browser, other] = [await browserOf(workspace), await browserOf(workspace)];
    const location = await start(browser, built);
    expect((await finish(other, provider, location)).status).toBe(403);
    expect((await finish(browser, provider, location)).status).toBe(303);
    expect((await finish(browser, provider, location)).status).toBe(403);
    const late = await start(browser, built);
    await stage.time.move(11 * 60_000);
    expect((await finish(browser, provider, late)).status).toBe(403);
    expect((await browser.get('/connections/callback?code=x')).status).toBe(403);
  });

  test('an administrator who signed in more than 15 minutes ago confirms who they are first (spec/sign-in §3.1)', async () => {
    const built = await build();
    const browser = await browserOf(built.workspace);
    await stage.time.move(16 * 60_000);
    const asked = await browser.get(built.path);
    expect([asked.status, asked.headers.location]).toEqual([
      303,
      `/confirm?${new URLSearchParams({ return_to: built.path })}`,
    ]);
    const page = await browser.get(asked.headers.location as string);
    const confirmed = await browser.submit(page, '/confirm', { password });
    expect(confirmed.headers.location).toBe(built.path);
    expect((await start(browser, built)).origin).toBe(new URL(built.provider.url).origin);
  });

  test('a denied or failed sign-in returns to the settings', async () => {
    const built = await build();
    const browser = await browserOf(built.workspace);
    const stateOf = async () => (await start(browser, built)).searchParams.get('state');
    const denied = await browser.get(`/connections/callback?error=access_denied&state=${await stateOf()}`);
    expect(locationOf(denied).searchParams.get('result')).toBe('denied');
    const failed = await browser.get(`/connections/callback?code=wrong&state=${await stateOf()}`);
    expect(locationOf(failed).searchParams.get('result')).toBe('failed');
    expect(await credential(built)).toBe(notConnected);
  });

  test('only administrators connect, only from Hark itself, and only connections that need it', async () => {
    const built = await build();
    const { workspace, path } = built;
    const signedOut = await stage.browser(workspace).get(path);
    expect([signedOut.status, locationOf(signedOut).pathname]).toEqual([303, '/sign-in']);
    const builder = await browserOf(workspace, false);
    expect((await builder.get(path)).status).toBe(403);
    const browser = await browserOf(workspace);
    expect((await browser.get(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await browser.get('/connections/999999999/connect')).status).toBe(404);
    const other = await build({ grant: 'client_credentials', authorize_url: undefined });
    expect((await (await browserOf(other.workspace)).get(other.path)).status).toBe(400);
    // A connection of another workspace doesn't exist here.
    expect((await browser.get(other.path)).status).toBe(404);
  });

  test('a change of the client or the origin disconnects; another name does not', async () => {
    const built = await build();
    const { workspace, connection, provider } = built;
    const browser = await browserOf(workspace);
    const edit = (values: object) =>
      changing(stage.context(), workspace.id, (change) =>
        editConnection(change, { allow }, connection.id, values),
      );
    await finish(browser, provider, await start(browser, built));
    await edit({ scope: null });
    expect(await credential(built)).toMatch(/^Bearer /);
    await edit({ origin: 'https://b.example.test', client_secret: client.secret });
    expect(await credential(built)).toBe(notConnected);
    // A sign-in that started before the change can't be finished.
    const location = await start(browser, built);
    await edit({ client_id: 'another' });
    expect((await finish(browser, provider, location)).status).toBe(403);
  });
});

test('client credentials work with the same service (spec/connections §3.1)', async () => {
  const built = await build({ grant: 'client_credentials', authorize_url: undefined });
  const tokens = await Promise.all(Array.from({ length: 10 }, () => credential(built)));
  expect(tokens[0]).toMatch(/^Bearer \S+$/);
  expect([new Set(tokens).size, built.provider.tokenRequests()]).toEqual([1, 1]);
});
