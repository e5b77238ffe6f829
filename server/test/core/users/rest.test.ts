// Managing users over REST (spec/rest-api §14).
import { beforeAll, describe, expect, test } from 'vitest';
import { saveApiKey } from '../../../src/core/api-keys/index.ts';
import { listAudit } from '../../../src/core/audit/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { checkPassword } from '../../../src/core/users/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace } from '../../harness/api-callers.ts';
import { buildUser, changing } from '../../harness/builders.ts';
import { useApi } from '../../harness/servers/api-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let workspace: Workspace;
let admin: ApiCaller;
let sales: ApiCaller;
beforeAll(async () => {
  const { context } = database.current;
  workspace = await buildBusyWorkspace(context);
  admin = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
  const permissions = { 'leads.view': 'all' } as const;
  sales = await buildApiCaller(context, api, workspace, { permissions }, 'api_key');
  for (const name of ['Sales', 'Support'])
    await changing(context, workspace.id, (change) =>
      saveRole(change, { name, permissions: { 'api.access_rest': true, 'leads.view': 'all' } }),
    );
});

let made = 0;
const password = 'correct horse battery staple';
const values = (more: object = {}) => ({
  email: `new-${++made}@acme.test`,
  name: 'New User',
  role: 'Sales',
  ...more,
});
const create = async (more: object = {}) => {
  const answer = await admin.ask('POST', '/api/users/new', { body: values(more) });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.user;
};
const refusal = async (method: string, path: string, body?: unknown) => {
  const { status, headers } = await admin.ask(method, path, body === undefined ? {} : { body });
  return [status, headers['hark-error']];
};

describe('access (spec/rest-api §14)', () => {
  test('only administrators manage users; the form of a body is checked before the permission, records after it', async () => {
    const taken = { email: sales.user.email, name: 'Twin', role: 'No such role' };
    for (const [method, path, body] of [
      ['GET', '/api/users'],
      ['GET', `/api/users/${admin.user.id}`],
      ['GET', '/api/users/999999999'],
      ['POST', '/api/users/new', taken],
      ['PATCH', `/api/users/${sales.user.id}`, { role: 'Support' }],
      ['PUT', '/api/users/999999999', { name: 'x' }],
      ['DELETE', `/api/users/${admin.user.id}`],
    ] as const) {
      const { status, headers } = await sales.ask(method, path, { body });
      expect([method, path, status, headers['hark-error']]).toEqual([method, path, 403, 'forbidden']);
    }
    const wrong = await sales.ask('POST', '/api/users/new', { body: { ...taken, admin: true } });
    expect([wrong.status, wrong.headers['hark-error']]).toEqual([400, 'unknown_field; field=admin']);
    expect((await sales.ask('GET', '/api/users/self')).status).toBe(200);
  });

  test('a list contains every user of the workspace by ID, and no secret', async () => {
    await create({ password });
    const { json, text } = await admin.ask('GET', '/api/users?limit=100');
    const ids = json.users.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => one - other));
    expect(Number(json.total)).toBe(ids.length);
    expect(Object.keys(json.users[0])).toEqual([
      'id',
      'email',
      'name',
      'role',
      'active',
      'created_at',
      'last_seen_at',
    ]);
    expect(text).not.toMatch(/password|api_key|horse/);
  });

  test('a list is read by cursor and by fields', async () => {
    const { total } = (await admin.ask('GET', '/api/users')).json;
    const seen: number[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: { users: { id: number }[]; next: string | null } = (
        await admin.ask('GET', `/api/users?limit=2&fields=name&after=${after}`)
      ).json;
      for (const user of page.users) expect(Object.keys(user)).toEqual(['id', 'name']);
      seen.push(...page.users.map(({ id }) => id));
      after = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([Number(total), Number(total)]);
    const { users } = (await admin.ask('GET', '/api/users?start=1&limit=1')).json;
    expect(users[0].id).toBe(seen[1]);
  });

  test("users of another workspace aren't found", async () => {
    const { context } = database.current;
    const { id } = await buildUser(context, (await buildBusyWorkspace(context)).id);
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
      const { status, json } = await admin.ask(method, `/api/users/${id}`, { body });
      expect([status, json.error.message]).toEqual([404, 'Item was not found.']);
    }
  });
});

describe('creating (spec/rest-api §14.1)', () => {
  test('without a password, the response has a link that sets one', async () => {
    const answer = await admin.ask('POST', '/api/users/new', { body: values({ name: ' Ivy ' }) });
    expect(answer.status, answer.text).toBe(201);
    const { user, invite_url } = answer.json;
    expect(user).toMatchObject({ name: 'Ivy', role: { name: 'Sales', is_admin: false }, active: true });
    expect(invite_url.startsWith(`${workspace.baseUrl}/set-password?link=`)).toBe(true);
  });

  test('with a password, the user can sign in', async () => {
    const { id } = (await admin.ask('GET', '/api/roles?fields=name')).json.roles.find(
      ({ name }: { name: string }) => name === 'Support',
    );
    const body = values({ role: { id, name: 'ignored' }, active: false, password });
    const answer = await admin.ask('POST', '/api/users/new', { body });
    expect(Object.keys(answer.json)).toEqual(['user']);
    expect([answer.json.user.role.name, answer.json.user.active]).toEqual(['Support', false]);
    const { context } = database.current;
    const rightFor = async () => (await checkPassword(context, workspace.id, body.email, password)).isRight;
    expect(await rightFor()).toBe(false);
    await admin.ask('PATCH', `/api/users/${answer.json.user.id}`, { body: { active: true } });
    expect(await rightFor()).toBe(true);
  });

  test('a repeated request gets the same link, which is stored only encrypted', async () => {
    const body = values();
    const headers = { 'Idempotency-Key': `user-${made}` };
    const first = await admin.ask('POST', '/api/users/new', { body, headers });
    const second = await admin.ask('POST', '/api/users/new', { body, headers });
    expect([second.status, second.text]).toEqual([201, first.text]);
    const [, token] = first.json.invite_url.split('link=');
    await database.current.asAdministrator(async (client) => {
      for (const table of ['idempotent_answers', 'audit_entries', 'password_links']) {
        const found = await client.query(`select from ${table} t where strpos(t::text, $1) > 0`, [token]);
        expect([table, found.rowCount]).toEqual([table, 0]);
      }
    });
  });

  test.each([
    [{ email: undefined }, 'required; field=email'],
    [{ name: undefined }, 'required; field=name'],
    [{ name: '' }, 'required; field=name'],
    [{ name: null }, 'required; field=name'],
    [{ role: undefined }, 'required; field=role'],
    [{ role: null }, 'required; field=role'],
    [{ email: 'no address' }, 'invalid_value; field=email'],
    [{ name: 'x'.repeat(201) }, 'invalid_value; field=name'],
    [{ role: 'No such role' }, 'invalid_value; field=role'],
    [{ role: { id: 999_999_999 } }, 'invalid_value; field=role'],
    [{ role: {} }, 'invalid_value; field=role'],
    [{ active: 'yes' }, 'invalid_value; field=active'],
    [{ password: 'x'.repeat(7) }, 'invalid_value; field=password'],
    [{ password: 'x'.repeat(1_001) }, 'invalid_value; field=password'],
    [{ password: 'password1234' }, 'invalid_value; field=password'],
    [{ id: 7 }, 'unknown_field; field=id'],
    [{ api_key: 'x' }, 'unknown_field; field=api_key'],
  ])('rejects %j', async (more, header) => {
    expect(await refusal('POST', '/api/users/new', values(more))).toEqual([400, header]);
  });

  test('an email address is unique, in upper and lower case', async () => {
    const { email } = await create();
    const body = values({ email: email.toUpperCase() });
    expect(await refusal('POST', '/api/users/new', body)).toEqual([400, 'duplicate; field=email']);
  });

  test('an empty body gets 400', async () => {
    expect(await refusal('POST', '/api/users/new')).toEqual([400, 'invalid_body']);
  });
});

describe('changing (spec/rest-api §14.2)', () => {
  test('a record can be sent back as it was read; read-only values stay as they are', async () => {
    const user = await create();
    const path = `/api/users/${user.id}`;
    expect((await admin.ask('PUT', path, { body: user })).json.user).toEqual(user);
    for (const [key, value] of [
      ['email', 'other@acme.test'],
      ['id', 1],
      ['created_at', '2020-01-01T00:00:00.000Z'],
      ['last_seen_at', '2020-01-01T00:00:00.000Z'],
    ])
      expect(await refusal('PATCH', path, { [String(key)]: value })).toEqual([
        400,
        `read_only; field=${key}`,
      ]);
    expect(await refusal('PATCH', path, { password })).toEqual([400, 'unknown_field; field=password']);
  });

  test('a record can be sent back although the user was seen since it was read', async () => {
    const { json } = await admin.ask('GET', `/api/users/${admin.user.id}`);
    await database.current.asAdministrator((client) =>
      client.query(
        `insert into api_key_uses (workspace_id, user_id, address, agent, last_used_at)
         values ($1, $2, '127.0.0.1', 'test', now())`,
        [workspace.id, admin.user.id],
      ),
    );
    const back = await admin.ask('PATCH', `/api/users/${admin.user.id}`, { body: json.user });
    expect([back.status, back.json.user?.last_seen_at === json.user.last_seen_at]).toEqual([200, false]);
  });

  test('only the values in the body change, and the audit log records the change', async () => {
    const user = await create();
    const { json } = await admin.ask('PATCH', `/api/users/${user.id}`, {
      body: { name: 'Renamed', role: 'Support' },
    });
    expect(json.user).toEqual({
      ...user,
      name: 'Renamed',
      role: expect.objectContaining({ name: 'Support' }),
    });
    const [entry] = await listAudit(database.current.context, workspace.id, {
      limit: 1,
      subjectType: 'user',
    });
    expect(entry).toMatchObject({
      action: 'changed',
      subject: { id: user.id },
      new: { name: 'Renamed', role: 'Support' },
    });
  });

  test('a change of role or active applies to the very next request', async () => {
    const { context } = database.current;
    const user = await create();
    const key = await changing(context, workspace.id, (change) => saveApiKey(change, user, undefined));
    const ask = api.as(workspace, { apikey: key.apiKey });
    const statusAfter = async (body: object) => {
      expect((await admin.ask('PATCH', `/api/users/${user.id}`, { body })).status).toBe(200);
      return (await ask('GET', '/api/leads?limit=1')).status;
    };
    expect((await ask('GET', '/api/leads?limit=1')).status).toBe(200);
    expect(await statusAfter({ active: false })).toBe(401);
    await changing(context, workspace.id, (change) =>
      saveRole(change, { name: 'Outsider', permissions: {} }),
    );
    expect(await statusAfter({ active: true, role: 'Outsider' })).toBe(403);
    expect(await statusAfter({ role: 'Sales' })).toBe(200);
  });
});

describe('protected accounts (spec/rest-api §14.3)', () => {
  test('users can neither delete nor deactivate themselves, and the last administrator stays one', async () => {
    const path = `/api/users/${admin.user.id}`;
    expect(await refusal('DELETE', path)).toEqual([409, 'own_account']);
    expect(await refusal('PATCH', path, { active: false })).toEqual([409, 'own_account']);
    expect(await refusal('PATCH', path, { role: 'Sales' })).toEqual([409, 'last_administrator']);
    expect((await admin.ask('GET', path)).json.user).toMatchObject({
      active: true,
      role: { is_admin: true },
    });
  });

  test('a user who owns workflows is kept until they own none', async () => {
    const user = await create();
    const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
    const own = (owner: string) =>
      changing(database.current.context, workspace.id, (change) =>
        saveWorkflow(change, { name: 'Owned', owner, steps }),
      );
    await own(user.email);
    expect(await refusal('DELETE', `/api/users/${user.id}`)).toEqual([409, 'in_use']);
    await own(admin.user.email);
    expect((await admin.ask('DELETE', `/api/users/${user.id}`)).status).toBe(204);
    expect(await refusal('DELETE', `/api/users/${user.id}`)).toEqual([404, 'not_found']);
  });
});
