// Tests user management in the console: permissions, other users' credentials (spec/rest-api §7.3), and the last administrator.
import { describe, expect, test } from 'vitest';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import { createLead } from '../../src/core/leads/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { approve } from '../harness/approval.ts';
import { buildUser, buildWorkspace, changing, changingLeads } from '../harness/builders.ts';
import { buildCaller } from '../harness/console/console-caller.ts';
import { useSignIn } from '../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const stage = useSignIn(useTestDatabase());
const hostile = '"><script>alert(1)</script>';

async function scene() {
  const workspace = await buildWorkspace(stage.context());
  return { workspace, admin: await buildCaller(stage, workspace, { isAdmin: true }) };
}

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
  const { workspace, admin } = await scene();
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
  const { workspace, admin } = await scene();
  const { user, secrets } = await buildCredentials(workspace);
  const seen = await admin.ask('GET', `/users/${user.id}`);
  const kinds = seen.json.credentials.map(({ kind }: Credential) => kind);
  expect(kinds).toEqual(['api_key', 'api_client', 'grant', 'session', 'session']);
  expect(secrets.filter((secret) => secret === '' || seen.text.includes(secret))).toEqual([]);
  const own = await admin.ask('GET', `/users/${admin.user.id}`);
  expect(own.json.credentials.filter(({ is_here }: Credential) => is_here)).toHaveLength(1);
});

test('each session, key, client and app can be revoked once, and the audit log records it', async () => {
  const { workspace, admin } = await scene();
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
  const { workspace, admin } = await scene();
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

describe('the last active administrator', () => {
  test('cannot be given another role, or lose administrator permissions through a role change', async () => {
    const { workspace, admin } = await scene();
    const { id } = admin.user;
    const other = await buildUser(stage.context(), workspace.id);
    const seen = { name: admin.role.name, is_admin: true, requires_second_factor: false, permissions: {} };
    const role = { ...seen, is_admin: false, seen };
    for (const [method, path, body] of [
      ['PATCH', `/users/${id}`, { role: other.role.id }],
      ['PUT', `/roles/${admin.role.id}`, role],
    ] as const) {
      const { status, json } = await admin.ask(method, path, body);
      expect([status, json.code]).toEqual([409, 'last_administrator']);
    }
    const { json } = await admin.ask('GET', `/users/${id}`);
    expect(json).toMatchObject({ is_last_administrator: true, user: { active: true } });
    // A deactivated administrator doesn't count.
    const second = await buildCaller(stage, workspace, { isAdmin: true });
    const statusOf = async (path: string, body: object) => (await admin.ask('PATCH', path, body)).status;
    expect(await statusOf(`/users/${second.user.id}`, { active: false })).toBe(200);
    expect(await statusOf(`/users/${id}`, { role: other.role.id })).toBe(409);
    expect(await statusOf(`/users/${second.user.id}`, { active: true })).toBe(200);
    expect(await statusOf(`/users/${id}`, { role: other.role.id })).toBe(200);
    expect((await admin.ask('GET', '/users')).status).toBe(403);
  });

  test('users cannot deactivate themselves (spec/rest-api §14.3)', async () => {
    const { workspace, admin } = await scene();
    await buildCaller(stage, workspace, { isAdmin: true });
    const own = await admin.ask('PATCH', `/users/${admin.user.id}`, { active: false });
    expect([own.status, own.json.code]).toEqual([409, 'own_account']);
  });

  test.each([1, 2, 3])(
    'stays active if two administrators deactivate each other simultaneously (%i)',
    async () => {
      const { workspace, admin: one } = await scene();
      const two = await buildCaller(stage, workspace, { isAdmin: true });
      const answers = await Promise.all([
        one.ask('PATCH', `/users/${two.user.id}`, { active: false }),
        two.ask('PATCH', `/users/${one.user.id}`, { active: false }),
      ]);
      // The second request is rejected by the last-administrator rule, or because its user is already signed out.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409 || status === 401)).toHaveLength(1);
    },
  );
});

describe('deleting a user', () => {
  test('revokes everything that acts as the user; audit log and history keep the name', async () => {
    const { workspace, admin } = await scene();
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

  test('is rejected while the user owns a workflow, and works when the user owns none (spec/rest-api §7.4)', async () => {
    const { workspace, admin } = await scene();
    const user = await buildUser(stage.context(), workspace.id);
    const own = (owner: string) =>
      changing(stage.context(), workspace.id, (change) =>
        saveWorkflow(change, {
          name: 'Flow',
          owner,
          steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
        }),
      );
    await own(user.email);
    const refused = await admin.ask('DELETE', `/users/${user.id}`);
    expect([refused.status, refused.json.code]).toEqual([409, 'user_owns_workflows']);
    expect(refused.json.detail).toContain('Transfer them to another owner');
    await own(admin.user.email);
    expect((await admin.ask('DELETE', `/users/${user.id}`)).status).toBe(200);
  });

  test('is rejected for oneself and for the last administrator', async () => {
    const { workspace, admin } = await scene();
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

describe('invitations', () => {
  test('are emailed with a unique message ID, and the link is not returned', async () => {
    const { admin } = await scene();
    const email = `new-${admin.user.id}@example.test`;
    const body = { email, name: hostile, role: admin.role.id };
    const invited = await admin.ask('POST', '/users', body);
    expect([invited.status, invited.json.url]).toEqual([200, null]);
    const again = await admin.ask('POST', '/users', { ...body, name: 'Another', role: admin.role.id });
    expect([again.status, again.json.code]).toEqual([409, 'email_taken']);
    const found = await admin.ask('GET', `/users?search=${email}`);
    expect(found.json.users).toMatchObject([{ name: hostile }]);
    const { id } = found.json.users[0];
    expect((await admin.ask('POST', `/users/${id}/reset`)).json.url).toBeNull();
    const mails = stage.mails.filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toHaveLength(2);
    expect(new Set(mails.map((mail) => mail.id)).size).toBe(2);
    const link = /http\S+/.exec(mails[0]?.text ?? '')?.[0] ?? 'none';
    expect(invited.text).not.toContain(link);
  });

  test("create no user for an invalid email address or another workspace's role", async () => {
    const { admin } = await scene();
    const { admin: stranger } = await scene();
    for (const [body, status] of [
      [{ email: 'nobody', name: 'N', role: admin.role.id }, 400],
      [{ email: 'n@example.test', name: 'N', role: stranger.role.id }, 404],
      [{ email: 'n@example.test', name: ' ', role: admin.role.id }, 400],
    ] as const) {
      expect((await admin.ask('POST', '/users', body)).status).toBe(status);
    }
    expect((await admin.ask('GET', '/users')).json.total).toBe(1);
  });
});

test('only administrators can manage users, and only in their workspace', async () => {
  const { workspace, admin } = await scene();
  const { admin: stranger } = await scene();
  const member = await buildCaller(stage, workspace, {
    permissions: { 'api.access_rest': true, 'leads.view': 'all', 'workflows.edit': 'all' },
  });
  const { id } = admin.user;
  const seen = { name: 'R', is_admin: true, requires_second_factor: false, permissions: {} };
  const role = { ...seen, seen };
  const calls = [
    ['GET', `/users/${id}`],
    ['PATCH', `/users/${id}`, { name: 'Taken over' }],
    ['DELETE', `/users/${id}`],
    ['POST', `/users/${id}/reset`],
    ['DELETE', `/users/${id}/api-key`],
    ['DELETE', `/users/${id}/api-clients/1`],
    ['PATCH', `/users/${id}/api-clients/1`, { active: false }],
    ['DELETE', `/users/${id}/sessions/1`],
    ['GET', `/explain?user=${id}&act=leads.view`],
    ['PUT', `/roles/${admin.role.id}`, role],
    ['DELETE', `/roles/${admin.role.id}`],
  ] as const;
  for (const [method, path, body] of calls) {
    expect((await stranger.ask(method, path, body)).status, `stranger ${method} ${path}`).toBe(404);
    const { status, json } = await member.ask(method, path, body);
    expect([status, json.code], `member ${method} ${path}`).toEqual([403, 'not_allowed']);
  }
  for (const path of ['/users', '/roles', '/oauth-clients']) {
    expect((await member.ask('GET', path)).status).toBe(403);
  }
});
