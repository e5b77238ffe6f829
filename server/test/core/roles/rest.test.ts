// Managing roles over REST (spec/rest-api §15).
import { beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace } from '../../harness/api-callers.ts';
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
  admin = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key', 'Ada');
  const permissions = { 'leads.view': 'all' } as const;
  sales = await buildApiCaller(context, api, workspace, { permissions }, 'api_key', 'Sam');
});

let made = 0;
const create = async (more: object = {}) => {
  const body = { name: `Role ${++made}`, ...more };
  const answer = await admin.ask('POST', '/api/roles/new', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.role;
};
const refusal = async (method: string, path: string, body?: unknown) => {
  const { status, headers } = await admin.ask(method, path, body === undefined ? {} : { body });
  return [status, headers['hark-error']];
};
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
  test('only administrators manage roles', async () => {
    const { id } = await create();
    for (const [method, path, body] of [
      ['GET', '/api/roles'],
      ['GET', `/api/roles/${id}`],
      ['GET', '/api/roles/999999999'],
      ['POST', '/api/roles/new', { name: 'Role of Ada' }],
      ['PATCH', `/api/roles/${id}`, { is_admin: true }],
      ['PUT', '/api/roles/999999999', { name: 'x' }],
      ['DELETE', `/api/roles/${id}`],
    ] as const) {
      const { status, headers } = await sales.ask(method, path, { body });
      expect([method, path, status, headers['hark-error']]).toEqual([method, path, 403, 'forbidden']);
    }
    const wrong = await sales.ask('POST', '/api/roles/new', { body: { nam: 'x' } });
    expect([wrong.status, wrong.headers['hark-error']]).toEqual([400, 'required; field=name']);
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
    [{ permissions: { 'leads.create': 'all' } }, 'invalid_value; field=permissions'],
    [{ permissions: [] }, 'invalid_value; field=permissions'],
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
  test('only the permissions in the body change', async () => {
    const { id } = await create({ permissions: { 'leads.view': 'own' } });
    const body = { permissions: { 'leads.edit': 'all' } };
    const { json } = await admin.ask('PATCH', `/api/roles/${id}`, { body });
    expect(json.role.permissions).toEqual({ ...denied, 'leads.view': 'own', 'leads.edit': 'all' });
  });

  test('a record can be sent back as it was read, which changes and records nothing', async () => {
    const role = await create({ permissions: { 'leads.view': 'own' } });
    const entries = async () =>
      (await listAudit(database.current.context, workspace.id, { limit: 500, subjectType: 'role' })).length;
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

describe('deleting (spec/rest-api §15.2)', () => {
  test('a role that a user has is kept; another one is deleted once', async () => {
    const { roles } = (await admin.ask('GET', '/api/roles?limit=100')).json;
    const used = roles.find(({ name }: { name: string }) => name === 'Role of Sam');
    expect(await refusal('DELETE', `/api/roles/${used.id}`)).toEqual([409, 'in_use']);
    const { id } = await create();
    expect((await admin.ask('DELETE', `/api/roles/${id}`)).status).toBe(204);
    expect(await refusal('DELETE', `/api/roles/${id}`)).toEqual([404, 'not_found']);
  });
});
