// Tests user management in the console: permissions, other users' credentials (spec/rest-api §7.3), and the last administrator.
import { describe, expect, test } from 'vitest';
import { saveApiClient } from '../../../src/core/api-clients/index.ts';
import { saveApiKey } from '../../../src/core/api-keys/index.ts';
import { createLead } from '../../../src/core/leads/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { approve } from '../../harness/approval.ts';
import { buildUser, changing, changingLeads } from '../../harness/builders.ts';
import { buildAdministrator, buildCaller } from '../../harness/console/console-caller.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useSignIn(useTestDatabase());
const hostile = '"><script>alert(1)</script>';

/** Creates a user with one credential of each kind. */
async function buildCredentials(workspace: Workspace) {
  const context = stage.context();
  const caller = await buildCaller(stage, workspace, {}, hostile);
  const { user } = caller;
  const { apiKey, token } = await changing(context, workspace.id, async (change) => ({
    ...(await saveApiKey(change, user, undefined)),
    ...(await saveApiClient(change, { user, name: hostile, scope: 'mcp' })),
  }));
  const { tokens } = await approve(context, workspace, user);
  return { ...caller, secrets: [apiKey, token ?? '', tokens.access_token, tokens.refresh_token] };
}

type Credential = { kind: string; id: number; name: string; is_here: boolean };

test('the list of users can be searched and includes the total', async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  await buildUser(stage.context(), workspace.id, { name: hostile, email: 'a%b_c@example.test' });
  const all = await admin.ask('GET', '/users');
  expect([all.status, all.json.total]).toEqual([200, 2]);
  expect(all.json.users.map(({ name }: { name: string }) => name)).toContain(hostile);
  // The search string is matched literally, never as a pattern.
  for (const [search, total] of [
    ['%B_', 1],
    ['%25', 0],
    ['<SCRIPT', 1],
    ['_', 1],
  ] as const) {
    const found = await admin.ask('GET', `/users?search=${encodeURIComponent(search)}`);
    expect([search, found.json.total]).toEqual([search, total]);
  }
  const ofRole = await admin.ask('GET', `/users?role=${admin.role.id}`);
  expect(ofRole.json).toMatchObject({ total: 1, users: [{ id: admin.user.id }] });
});

test('lists every session, key, client and app that acts as a user, without revealing a credential (spec/rest-api §7.3)', async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const { user, secrets } = await buildCredentials(workspace);
  const seen = await admin.ask('GET', `/users/${user.id}`);
  const kinds = seen.json.credentials.map(({ kind }: Credential) => kind);
  expect(kinds).toEqual(['api_key', 'api_client', 'grant', 'session', 'session']);
  expect(secrets.filter((secret) => secret === '' || seen.text.includes(secret))).toEqual([]);
  const own = await admin.ask('GET', `/users/${admin.user.id}`);
  expect(own.json.credentials.filter(({ is_here }: Credential) => is_here)).toHaveLength(1);
});

test('each session, key, client and app can be revoked once, and the audit log records it', async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const { user, browser } = await buildCredentials(workspace);
  const { json } = await admin.ask('GET', `/users/${user.id}`);
  const paths = json.credentials.map(
    ({ kind, id }: Credential) =>
      ({
        api_key: `/users/${user.id}/api-key`,
        api_client: `/users/${user.id}/api-clients/${id}`,
        grant: `/grants/${id}`,
        session: `/users/${user.id}/sessions/${id}`,
      })[kind],
  );
  for (const path of paths) expect((await admin.ask('DELETE', path)).status, path).toBe(200);
  expect((await admin.ask('GET', `/users/${user.id}`)).json.credentials).toEqual([]);
  expect((await browser.get('/console/session')).status).toBe(401);
  for (const path of paths.slice(1)) expect((await admin.ask('DELETE', path)).status, path).toBe(404);
  const audit = await admin.ask('GET', '/audit');
  const deleted = audit.json.entries.filter(({ action }: { action: string }) => action === 'deleted');
  expect(deleted.map(({ subject }: { subject: { type: string } }) => subject.type).toSorted()).toEqual(
    ['api_client', 'api_key', 'grant', 'session', 'session'].toSorted(),
  );
});

test("an administrator disables and enables another user's API client", async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const { user } = await buildCredentials(workspace);
  const find = async () =>
    (await admin.ask('GET', `/users/${user.id}`)).json.credentials.find(
      ({ kind }: Credential) => kind === 'api_client',
    );
  const path = `/users/${user.id}/api-clients/${(await find()).id}`;
  await admin.ask('PATCH', path, { active: false });
  expect((await find()).active).toBe(false);
  await admin.ask('PATCH', path, { active: true });
  expect((await find()).active).toBe(true);
});

test('says who is the last active administrator', async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const isLast = async () =>
    (await admin.ask('GET', `/users/${admin.user.id}`)).json.is_last_administrator as boolean;
  const other = await buildCaller(stage, workspace, { isAdmin: true });
  expect(await isLast()).toBe(false);
  // A deactivated administrator doesn't count.
  expect((await admin.ask('PATCH', `/users/${other.user.id}`, { active: false })).status).toBe(200);
  expect(await isLast()).toBe(true);
});

describe('deleting a user', () => {
  test('revokes everything that acts as the user; audit log and history keep the name', async () => {
    const { workspace, admin } = await buildAdministrator(stage);
    const { user, ask } = await buildCredentials(workspace);
    const lead = await changingLeads(stage.context(), workspace.id, (change) =>
      createLead(change, { first_name: 'His', owner_id: user.id }),
    );
    expect((await ask('GET', '/session')).status).toBe(200);
    expect((await admin.ask('DELETE', `/users/${user.id}`)).status).toBe(200);
    expect((await ask('GET', '/session')).status).toBe(401);
    expect((await admin.ask('GET', `/users/${user.id}`)).status).toBe(404);
    expect((await admin.ask('DELETE', `/users/${user.id}`)).status).toBe(404);
    const { json } = await admin.ask('GET', '/audit?subject=user');
    expect(json.entries[0]).toMatchObject({ action: 'deleted', subject: { id: user.id, name: hostile } });
    expect((await admin.ask('GET', `/leads/${lead.id}`)).json.lead).toMatchObject({
      owner: { id: user.id, name: 'Deleted user' },
    });
  });

  test('is rejected for oneself and for the last administrator', async () => {
    const { workspace, admin } = await buildAdministrator(stage);
    const own = await admin.ask('DELETE', `/users/${admin.user.id}`);
    expect([own.status, own.json.code]).toEqual([409, 'own_account']);
    const second = await buildCaller(stage, workspace, { isAdmin: true });
    const answers = await Promise.all([
      admin.ask('DELETE', `/users/${second.user.id}`),
      second.ask('DELETE', `/users/${admin.user.id}`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('invitations are emailed with a unique message ID, and the link is not returned', async () => {
  const { admin } = await buildAdministrator(stage);
  const email = `new-${admin.user.id}@example.test`;
  const body = { email, name: hostile, role: admin.role.id };
  const invited = await admin.ask('POST', '/users', body);
  expect([invited.status, invited.json.url]).toEqual([200, null]);
  const again = await admin.ask('POST', '/users', { ...body, name: 'Another', role: admin.role.id });
  expect([again.status, again.json.code]).toEqual([409, 'email_taken']);
  const found = await admin.ask('GET', `/users?search=${email}`);
  expect(found.json.users).toMatchObject([{ name: hostile, active: true, is_invited: true }]);
  const others = await admin.ask('GET', `/users?search=${admin.user.email}`);
  expect(others.json.users).toMatchObject([{ is_invited: false }]);
  const { id } = found.json.users[0];
  expect((await admin.ask('POST', `/users/${id}/reset`)).json.url).toBeNull();
  const mails = stage.mails.filter(({ to }) => to === email);
  expect(mails.map(({ subject }) => subject)).toHaveLength(2);
  expect(new Set(mails.map((mail) => mail.id)).size).toBe(2);
  const link = /http\S+/.exec(mails[0]?.text ?? '')?.[0] ?? 'none';
  expect(invited.text).not.toContain(link);
});
