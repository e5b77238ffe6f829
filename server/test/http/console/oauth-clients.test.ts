// Manages OAuth clients in the console (spec/oauth §1): creating, changing, disabling and deleting clients, their
// grants, and their metadata documents.
import { expect, test } from 'vitest';
import { saveOAuthClient } from '../../../src/core/oauth/index.ts';
import { approve } from '../../harness/approval.ts';
import { changing } from '../../harness/builders.ts';
import { buildAdministrator } from '../../harness/console/console-caller.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useSignIn(useTestDatabase());
const hostile = '<img src=x onerror=alert(1)>';
const wanted = {
  name: hostile,
  scope: 'api',
  redirect_uris: ['https://app.example.test/cb'],
  confidential: true,
};

test('the secret is shown only once, when the client is created', async () => {
  const { admin } = await buildAdministrator(stage);
  const issued = await admin.ask('POST', '/oauth-clients', wanted);
  const { id, client_id, client_secret } = issued.json;
  expect(client_secret).toMatch(/^hark_/);
  expect(client_id).toMatch(/^hark-[0-9a-f]{32}$/);
  expect((await admin.ask('POST', '/oauth-clients', wanted)).json.code).toBe('client_name_taken');
  for (const path of ['/oauth-clients', `/oauth-clients/${id}`, '/audit']) {
    const { status, text } = await admin.ask('GET', path);
    expect([status, text.includes(client_secret)], path).toEqual([200, false]);
  }
  const open = await admin.ask('POST', '/oauth-clients', { ...wanted, name: 'Open', confidential: false });
  expect(open.json.client_secret).toBeNull();
});

test('redirect URIs can be changed; scope and type cannot', async () => {
  const { admin } = await buildAdministrator(stage);
  const { json } = await admin.ask('POST', '/oauth-clients', wanted);
  const path = `/oauth-clients/${json.id}`;
  const uris = ['https://other.example.test/cb', 'http://127.0.0.1/cb'];
  expect((await admin.ask('PATCH', path, { redirect_uris: uris, active: false })).status).toBe(200);
  expect((await admin.ask('GET', path)).json.client).toMatchObject({
    redirect_uris: uris,
    active: false,
    scope: 'api',
    confidential: true,
  });
  for (const body of [
    { redirect_uris: [] },
    { redirect_uris: ['javascript:alert(1)'] },
    { redirect_uris: ['https://user@example.test/'] },
    { scope: 'mcp' },
    { confidential: false },
  ]) {
    expect((await admin.ask('PATCH', path, body)).status, JSON.stringify(body)).toBe(400);
  }
  expect((await admin.ask('DELETE', path)).status).toBe(200);
  expect((await admin.ask('GET', path)).status).toBe(404);
});

test("the console lists an app's grants and can revoke one", async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const { client, tokens } = await approve(stage.context(), workspace, admin.user);
  const path = `/oauth-clients/${client.id}`;
  const seen = await admin.ask('GET', path);
  expect(seen.json).toMatchObject({ client: { grants: 1 }, grants: [{ user: { id: admin.user.id } }] });
  expect(seen.text).not.toContain(tokens.access_token);
  const [{ id }] = seen.json.grants;
  expect((await admin.ask('DELETE', `/grants/${id}`)).status).toBe(200);
  expect((await admin.ask('DELETE', `/grants/${id}`)).status).toBe(404);
  expect((await admin.ask('GET', path)).json).toMatchObject({ client: { grants: 0 }, grants: [] });
});

test('an app with a metadata document shows when the document was fetched, its checks, and its changes since consent', async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const url = `https://${workspace.host}/app.json`;
  const { id } = await changing(stage.context(), workspace.id, (change) =>
    saveOAuthClient(change, { name: 'By its document', metadata_url: url, scope: 'mcp' }),
  );
  const look = async () => (await admin.ask('GET', `/oauth-clients/${id}/document`)).json;
  const passed = (checks: { is_passed: boolean | null }[]) => checks.map(({ is_passed }) => is_passed);
  expect(passed((await look()).checks)).toEqual([true, false, null]);
  const answer = (document: object) => async () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(document)),
  });
  stage.outside.fetch = answer({ client_id: 'https://liar.test/' });
  const bad = await look();
  expect(passed(bad.checks)).toEqual([true, true, false]);
  expect(bad.problem).toContain("isn't valid");
  const metadata = { client_id: url, client_name: 'Before', redirect_uris: ['https://a.example.test/cb'] };
  stage.outside.fetch = answer(metadata);
  const good = await look();
  expect(good).toMatchObject({ problem: null, is_approved: false, is_changed: false });
  expect(good.fetched_at).toBe(stage.time.now().toISOString());
});
