// Managing roles over REST (spec/rest-api §15).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { errorOf, useRest } from '../../harness/rest-stage.ts';

const rest = useRest();
const admin = rest.caller({ isAdmin: true }, 'Ada');
const sales = rest.caller({ permissions: { 'leads.view': 'all' } }, 'Sam');

let made = 0;
const create = async (more: object = {}) => {
  const body = { name: `Role ${++made}`, ...more };
  const answer = await admin.ask('POST', '/api/roles/new', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.role;
};
const refusal = async (method: string, path: string, body?: unknown) =>
  errorOf(await admin.ask(method, path, { body }));
const denied = {
  'api.access_rest': false,
  'api.access_mcp': false,
  'api.write_rest': 'all',
  'api.write_mcp': 'all',
  'leads.view': 'none',
  'leads.create': false,
  'leads.edit': 'none',
  'leads.delete': 'none',
  'workflows.view': 'none',
  'workflows.edit': 'none',
};

describe('roles (spec/rest-api §15)', () => {
  test('the form of a body is checked before the permission, names after it', async () => {
    const post = async (body: object) => errorOf(await sales.ask('POST', '/api/roles/new', { body }));
    expect(await post({ nam: 'x' })).toEqual([400, 'required; field=name']);
    expect(await post({ name: 'Role of Ada' })).toEqual([403, 'forbidden']);
  });

  test('a record has a value for every permission, and the number of users', async () => {
    const role = await create({ permissions: { 'leads.view': 'own' } });
    expect(role).toEqual({
      id: expect.any(Number),
      name: `Role ${made}`,
      is_admin: false,
      permissions: { ...denied, 'leads.view': 'own' },
      users: 0,
    });
    expect((await admin.ask('GET', `/api/roles/${role.id}`)).json).toEqual({ role });
    const { roles, total } = (await admin.ask('GET', '/api/roles?limit=100')).json;
    expect(roles).toContainEqual(role);
    expect(roles).toHaveLength(Number(total));
    expect(roles.find(({ name }: { name: string }) => name === 'Role of Sam')).toMatchObject({ users: 1 });
  });

  test.each([
    [{ permissions: { 'leads.fly': true } }, 'unknown_field; field=permissions'],
    [{ permissions: { 'leads.view': 'some' } }, 'invalid_value; field=permissions'],
    [{ is_admin: 1 }, 'invalid_value; field=is_admin'],
    [{ name: '' }, 'required; field=name'],
    [{ name: 'Role of Sam' }, 'duplicate; field=name'],
    [{ requires_second_factor: true }, 'unknown_field; field=requires_second_factor'],
  ])('rejects %j', async (more, header) => {
    const { id } = await create();
    expect(await refusal('POST', '/api/roles/new', { name: `Role ${++made}`, ...more })).toEqual([
      400,
      header,
    ]);
    expect(await refusal('PATCH', `/api/roles/${id}`, more)).toEqual([400, header]);
  });
});

describe('changing (spec/rest-api §15.1)', () => {
  test('a record can be sent back as it was read, which changes and records nothing', async () => {
    const role = await create({ permissions: { 'leads.view': 'own' } });
    const entries = async () =>
      (await listAudit(rest.context, rest.workspace.id, { limit: 500, subjectType: 'role' })).length;
    const before = await entries();
    expect((await admin.ask('PUT', `/api/roles/${role.id}`, { body: role })).json).toEqual({ role });
    expect(await entries()).toBe(before);
    for (const key of ['id', 'users'])
      expect(await refusal('PATCH', `/api/roles/${role.id}`, { [key]: 99 })).toEqual([
        400,
        `read_only; field=${key}`,
      ]);
  });

  test('the last administrator keeps a role that is one', async () => {
    const { roles } = (await admin.ask('GET', '/api/roles?limit=100')).json;
    const { id } = roles.find(({ name }: { name: string }) => name === 'Role of Ada');
    expect(await refusal('PATCH', `/api/roles/${id}`, { is_admin: false })).toEqual([
      409,
      'last_administrator',
    ]);
    expect((await admin.ask('GET', `/api/roles/${id}`)).json.role.is_admin).toBe(true);
  });
});
