// Applying and exporting a workspace over REST (spec/provisioning §11.1).
import { beforeAll, expect, test } from 'vitest';
import { concealed, listAudit } from '../../../src/core/audit/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace } from '../../harness/api-callers.ts';
import { useApi } from '../../harness/servers/api-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let workspace: Workspace;
let admin: ApiCaller;
let other: ApiCaller;
beforeAll(async () => {
  const { context } = database.current;
  workspace = await buildBusyWorkspace(context);
  admin = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_client', 'Ada');
  other = await buildApiCaller(context, api, workspace, { permissions: { 'leads.view': 'all' } }, 'api_key');
});

const send = (item: object, more: object = {}) =>
  admin.ask('POST', '/api/workspace/apply', { body: { workspace: item, ...more } });
const message = async (item: object) => {
  const { status, json } = await send(item);
  return [status, json.error?.message];
};

test('an administrator plans, applies and exports; the audit log names them (spec/provisioning §8.2, §11.1)', async () => {
  const steps = [{ name: 'keep', type: 'set', values: { a: { b: [1] } } }];
  const item = {
    secrets: { partner: 'partner-canary' },
    workflows: [{ name: 'Order', owner: admin.user.email, steps }],
  };
  const planned = await send(item, { plan: true });
  expect(planned.json.summary, planned.text).toEqual({ create: 2, update: 0, delete: 0 });
  const applied = await send(item);
  expect(applied.status, applied.text).toBe(200);
  expect(applied.json.workspace.workflows[0].listener.url).toContain(workspace.baseUrl);
  expect(applied.json).toMatchObject({ changes: planned.json.changes, summary: planned.json.summary });
  expect((await send(item, { plan: true })).json).toEqual({
    changes: [],
    summary: { create: 0, update: 0, delete: 0 },
  });
  const { json, text } = await admin.ask('GET', '/api/workspace/export');
  expect(json.workspace.secrets).toEqual({ partner: { env: 'HARK_SECRET_PARTNER' } });
  expect(json.workspace.workflows[0].steps).toEqual(steps);
  expect(text).not.toContain('canary');
  const [entry] = await listAudit(database.current.context, workspace.id, { limit: 1 });
  expect(entry).toMatchObject({ user: { name: 'Ada' }, means: { type: 'apply', name: 'Integration' } });
});

test('other users get a 403 for a body of the right form, and learn nothing about records (spec/provisioning §11.1)', async () => {
  const apply = async (body: unknown) => {
    const { status, json } = await other.ask('POST', '/api/workspace/apply', { body });
    return [status, json.error.message];
  };
  const item = { secrets: { partner: 'x' }, listener_host: 'hooks.test', workflows: [{ name: 'Order' }] };
  const denied = [403, 'Only administrators can apply or export a workspace.'];
  expect(await apply({ workspace: item })).toEqual(denied);
  expect(await apply({ workspace: { secrets: { unknown: { keep: true } } } })).toEqual(denied);
  expect((await other.ask('GET', '/api/workspace/export')).status).toBe(403);
  expect((await apply('{'))[0]).toBe(400);
  expect(await apply({})).toEqual([400, 'workspace: is required']);
  expect(await apply({ workspace: { rolez: [] } })).toEqual([400, 'workspace.rolez: unknown key']);
  const [status, text] = await apply({ workspace: { secrets: { stolen: { env: 'SECRET_KEY' } } } });
  expect([status, text]).toEqual([400, expect.stringContaining('Only the command resolves references')]);
});

test('hosts stay with the operator, and the last administrator stays one (spec/provisioning §11.1)', async () => {
  const reason = 'can only be changed by the operator, on the server';
  expect(await message({ base_url: 'http://other.test' })).toEqual([400, `workspace.base_url: ${reason}`]);
  expect(await message({ listener_host: 'hooks.test' })).toEqual([400, `workspace.listener_host: ${reason}`]);
  expect(await message({ base_url: workspace.baseUrl })).toEqual([200, undefined]);
  const [status] = await message({ users: [{ email: admin.user.email, active: false }] });
  expect(status).toBe(409);
  expect((await admin.ask('GET', '/api/users/self')).status).toBe(200);
});

test('no response contains an API key, not even of a new user (spec/provisioning §11.1)', async () => {
  const users = [
    { email: 'kay@rest.test', name: 'Kay', role: 'Role of Ada', api_key: 'kay-canary-0123456789' },
  ];
  for (const more of [{}, { show_secrets: true }]) {
    const { status, json, text } = await send({ users }, more);
    expect(status, text).toBe(200);
    expect(json.workspace.users[0].email).toBe('kay@rest.test');
    expect(json.workspace.users[0]).not.toHaveProperty('api_key');
    expect(text).not.toMatch(/canary|hark_key/);
  }
});

test('an administrator can set the credentials of other users, and the audit log names the administrator each time (spec/rest-api §7.3)', async () => {
  const user = { email: 'lee@rest.test', name: 'Lee', role: 'Role of Ada' };
  await send({ users: [{ ...user, password: 'correct horse battery' }] });
  const applied = await send({
    users: [{ ...user, api_key: 'lee-key-0123456789', password: 'another horse battery' }],
    api_clients: [{ user: user.email, name: 'Reports', scope: 'api' }],
  });
  expect(applied.status, applied.text).toBe(200);
  const [{ token }] = applied.json.workspace.api_clients;
  const asLee = await api.as(workspace, { Authorization: `Bearer ${token}` })('GET', '/api/users/self');
  expect(asLee.json.user.email).toBe(user.email);
  const entries = await listAudit(database.current.context, workspace.id, { limit: 10 });
  for (const [action, type, name, values] of [
    ['created', 'api_client', 'Reports', {}],
    ['changed', 'api_key', 'Lee', {}],
    ['changed', 'user', 'Lee', { password: concealed }],
  ])
    expect(entries).toContainEqual(
      expect.objectContaining({
        action,
        subject: expect.objectContaining({ type, name }),
        new: expect.objectContaining(values),
        user: expect.objectContaining({ name: 'Ada' }),
        means: expect.objectContaining({ type: 'apply', name: 'Integration' }),
      }),
    );
});
