// Managing users over REST (spec/rest-api §14).
import { beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { checkPassword } from '../../../src/core/users/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import { errorOf, readPages, useRest } from '../../harness/rest-stage.ts';
import { tablesWith } from '../../harness/tables-with.ts';

const rest = useRest();
const admin = rest.caller({ isAdmin: true });
beforeAll(async () => {
  for (const name of ['Sales', 'Support'])
    await changing(rest.context, rest.workspace.id, (change) =>
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
const refusal = async (method: string, path: string, body?: unknown) =>
  errorOf(await admin.ask(method, path, { body }));

describe('access (spec/rest-api §14)', () => {
  test('a list is read by cursor and by fields', async () => {
    await create();
    const { total } = (await admin.ask('GET', '/api/users')).json;
    const read = await readPages<{ id: number }>(admin.ask, '/api/users?limit=2&fields=name', 'users');
    for (const user of read) expect(Object.keys(user)).toEqual(['id', 'name']);
    const seen = read.map(({ id }) => id);
    expect([seen.length, new Set(seen).size]).toEqual([Number(total), Number(total)]);
    const { users } = (await admin.ask('GET', '/api/users?start=1&limit=1')).json;
    expect(users[0].id).toBe(seen[1]);
  });

  test("users of another workspace aren't found", async () => {
    const { id } = await buildUser(rest.context, (await buildWorkspace(rest.context)).id);
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
      const { status, json } = await admin.ask(method, `/api/users/${id}`, { body });
      expect([status, json.error.message]).toEqual([404, 'Item was not found.']);
    }
  });
});

describe('creating (spec/rest-api §14.1)', () => {
  test('with a password, the user can sign in', async () => {
    const { id } = (await admin.ask('GET', '/api/roles?fields=name')).json.roles.find(
      ({ name }: { name: string }) => name === 'Support',
    );
    const body = values({ role: { id, name: 'ignored' }, active: false, password });
    const answer = await admin.ask('POST', '/api/users/new', { body });
    expect(Object.keys(answer.json)).toEqual(['user']);
    expect([answer.json.user.role.name, answer.json.user.active]).toEqual(['Support', false]);
    const rightFor = async () =>
      (await checkPassword(rest.context, rest.workspace.id, body.email, password)).isRight;
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
    expect(await tablesWith(rest.database.current, token)).toEqual([]);
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
    await rest.database.current.query(
      `insert into api_key_uses (workspace_id, user_id, address, agent, last_used_at)
         values ($1, $2, '127.0.0.1', 'test', now())`,
      [rest.workspace.id, admin.user.id],
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
    const [entry] = await listAudit(rest.context, rest.workspace.id, {
      limit: 1,
      subjectType: 'user',
    });
    expect(entry).toMatchObject({
      action: 'changed',
      subject: { id: user.id },
      new: { name: 'Renamed', role: 'Support' },
    });
  });
});

test('a user who owns workflows is kept until they own none (spec/rest-api §14.3)', async () => {
  const user = await create();
  const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
  const own = (owner: string) =>
    changing(rest.context, rest.workspace.id, (change) =>
      saveWorkflow(change, { name: 'Owned', owner, steps }),
    );
  await own(user.email);
  expect(await refusal('DELETE', `/api/users/${user.id}`)).toEqual([409, 'in_use']);
  await own(admin.user.email);
  expect((await admin.ask('DELETE', `/api/users/${user.id}`)).status).toBe(204);
  expect(await refusal('DELETE', `/api/users/${user.id}`)).toEqual([404, 'not_found']);
});
