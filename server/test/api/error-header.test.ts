// The Hark-Error header names the reason of every rejected request (spec/rest-api §3.5).
import { beforeAll, describe, expect, test } from 'vitest';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import { changeSettings, type Workspace } from '../../src/core/workspaces/index.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildWorkspace, changing } from '../harness/builders.ts';
import { type ApiAnswer, type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let workspace: Workspace;
let admin: ApiCaller;
let reader: ApiCaller;
let lead: number;
let workflows: Readonly<Record<'off' | 'used', number>>;
const taken = 'taken@example.test';

beforeAll(async () => {
  const { context } = database.current;
  workspace = await buildBusyWorkspace(context);
  admin = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key', 'Ada');
  const permissions = { 'leads.view': 'all' } as const;
  reader = await buildApiCaller(context, api, workspace, { permissions }, 'api_key', 'Rita');
  workflows = await changing(context, workspace.id, async (change) => {
    await saveLeadField(change, { alias: 'must', type: 'text', required: true });
    const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
    const owner = admin.user.email;
    const off = await saveWorkflow(change, { name: 'Off', owner, steps, enabled: false });
    const used = await saveWorkflow(change, { name: 'Used', owner: reader.user.email, steps });
    return { off: off.id, used: used.id };
  });
  const create = (email: string) => admin.ask('POST', '/api/leads/new', { body: { email, must: 'x' } });
  await create(taken);
  lead = (await create('other@example.test')).json.lead.id;
});

const reasonOf = ({ status, headers }: ApiAnswer) => [status, headers['hark-error']];

describe('writing leads (spec/rest-api §3.5)', () => {
  test.each([
    ['POST', '/api/leads/new', { email: taken, must: 'x' }, 'duplicate; field=email'],
    ['POST', '/api/leads/new', { email: 'a@example.test' }, 'required; field=must'],
    ['POST', '/api/leads/new', { emial: 'x' }, 'unknown_field; field=emial'],
    ['POST', '/api/leads/new', { must: 'x', score: 'many' }, 'invalid_value; field=score'],
    ['POST', '/api/leads/new', { must: 'x', email: 'no address' }, 'invalid_value; field=email'],
    ['POST', '/api/leads/new', { must: 'x', owner_id: 999_999_999 }, 'invalid_value; field=owner_id'],
    ['PATCH', '/api/leads/{id}', { date_added: '2020-01-01T00:00:00Z' }, 'read_only; field=date_added'],
    ['PATCH', '/api/leads/{id}', { must: null }, 'required; field=must'],
    ['PATCH', '/api/leads/{id}', { email: taken }, 'duplicate; field=email'],
    ['PATCH', '/api/leads/edit', { first_name: 'x' }, 'no_match_field'],
    ['PATCH', '/api/leads/edit', { email: taken, id: '{id}' }, 'ambiguous_match'],
  ])('%s %s with %j', async (method, path, body, header) => {
    const filled = 'id' in body ? { ...body, id: lead } : body;
    const answer = await admin.ask(method, path.replace('{id}', String(lead)), { body: filled });
    expect(reasonOf(answer), answer.text).toEqual([400, header]);
  });
});

describe('reading leads (spec/rest-api §3.5)', () => {
  const filters = [{ alias: 'nothing', operator: 'eq', value: 1 }];
  test.each([
    ['GET', '/api/leads?limit=x', undefined, 'invalid_value; field=limit'],
    ['GET', '/api/leads?start=-1', undefined, 'invalid_value; field=start'],
    ['GET', '/api/leads?page=1', undefined, 'invalid_value; field=page'],
    ['GET', '/api/leads?orderBy=nothing', undefined, 'invalid_value; field=orderBy'],
    ['GET', '/api/leads?orderByDir=up', undefined, 'invalid_value; field=orderByDir'],
    ['GET', '/api/leads?after=x', undefined, 'invalid_value; field=after'],
    ['GET', '/api/leads?fields=x', undefined, 'invalid_value; field=fields'],
    ['POST', '/api/leads/search', { filters }, 'invalid_filter; field=filters'],
    ['POST', '/api/leads/search', { filters: 'x' }, 'invalid_filter; field=filters'],
    ['POST', '/api/leads/search', { filterz: [] }, 'unknown_field; field=filterz'],
  ])('%s %s with %j', async (method, path, body, header) => {
    expect(reasonOf(await admin.ask(method, path, { body }))).toEqual([400, header]);
  });
});

describe('bodies and requests (spec/rest-api §3.5)', () => {
  test.each([
    ['not JSON', '{"a":', 'invalid_body'],
    ['not an object', '[]', 'invalid_body'],
    ['empty', '', 'invalid_body'],
    ['too deep', `${'['.repeat(300)}${']'.repeat(300)}`, 'invalid_body'],
    ['too large', `{"first_name":"${'x'.repeat(11 * 1024 * 1024)}"}`, 'invalid_body'],
  ])('a body that is %s', async (_, body, header) => {
    expect(reasonOf(await admin.ask('POST', '/api/leads/new', { body }))).toEqual([400, header]);
  });

  test('a key that is too long, a malformed URL, and a compressed body', async () => {
    const body = { must: 'x' };
    const longKey = { 'Idempotency-Key': 'k'.repeat(256) };
    const answers = [
      await admin.ask('POST', '/api/leads/new', { body, headers: longKey }),
      await admin.ask('GET', '/api/leads/%'),
      await admin.ask('POST', '/api/leads/new', { body, headers: { 'content-encoding': 'gzip' } }),
      await admin.ask('GET', `/api/leads?x=${'x'.repeat(20_000)}`),
    ];
    expect(answers.map(reasonOf)).toEqual([
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [415, 'invalid_request'],
      [expect.any(Number), 'invalid_request'],
    ]);
  });

  test('unknown records, paths and methods', async () => {
    expect(reasonOf(await admin.ask('GET', '/api/leads/999999999'))).toEqual([404, 'not_found']);
    expect(reasonOf(await admin.ask('GET', '/api/nothing'))).toEqual([404, 'unknown_route']);
    expect(reasonOf(await admin.ask('DELETE', '/api/leads'))).toEqual([405, 'method_not_allowed']);
  });

  test('keys that are repeated', async () => {
    const headers = { 'Idempotency-Key': 'header-test' };
    const send = (email: string) =>
      admin.ask('POST', '/api/leads/new', { body: { email, must: 'x' }, headers });
    expect((await send('first@example.test')).status).toBe(201);
    expect(reasonOf(await send('second@example.test'))).toEqual([422, 'key_reused']);
  });

  test('text from a caller never reaches the header unchecked', async () => {
    for (const name of ['a\r\nSet-Cookie: x=1', 'naïve', 'a; field=email', 'x'.repeat(65), 'a b', '"', '']) {
      const answer = await admin.ask('POST', '/api/leads/new', { body: { [name]: 1, must: 'x' } });
      expect(reasonOf(answer), name).toEqual([400, 'unknown_field']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const longest = 'x'.repeat(64);
    const answer = await admin.ask('POST', '/api/leads/new', { body: { [longest]: 1 } });
    expect(reasonOf(answer)).toEqual([400, `unknown_field; field=${longest}`]);
  });

  test('a success has no header', async () => {
    expect(reasonOf(await admin.ask('GET', '/api/leads'))).toEqual([200, undefined]);
  });
});

describe('credentials and permissions (spec/rest-api §3.5)', () => {
  const ask = (credential: Record<string, string>): AskApi => api.as(workspace, credential);

  test('rejected credentials have the code of their error', async () => {
    const reasons = [
      await ask({})('GET', '/api/leads'),
      await ask({ apikey: 'wrong' })('GET', '/api/leads'),
      await ask({ Authorization: 'Bearer wrong' })('GET', '/api/leads'),
    ].map(reasonOf);
    expect(reasons).toEqual([
      [404, 'no_credential'],
      [401, 'invalid_grant'],
      [401, 'invalid_token'],
    ]);
  });

  test('a disabled key, and a role without access to the API', async () => {
    const { context } = database.current;
    const permissions = { 'leads.view': 'all' } as const;
    const both = await buildApiCaller(context, api, workspace, { permissions }, 'api_key', 'Bob');
    await changing(context, workspace.id, (change) =>
      saveApiClient(change, { user: both.user as never, name: 'Client', scope: 'api' }),
    );
    expect(reasonOf(await both.ask('GET', '/api/leads'))).toEqual([401, 'api_key_disabled']);
    const outside = await buildApiCaller(context, api, workspace, { permissions }, 'api_key', 'Oscar');
    await changing(context, workspace.id, async (change) => {
      await saveRole(change, { name: 'Outside', permissions: {} });
      await saveUser(change, { email: outside.user.email, role: 'Outside' });
    });
    const denied = await outside.ask('GET', '/api/leads');
    expect([...reasonOf(denied), denied.json.error]).toEqual([403, 'access_denied', 'access_denied']);
  });

  test('a missing permission is forbidden, on records and collections', async () => {
    for (const [method, path, body] of [
      ['POST', '/api/leads/new', { must: 'x' }],
      ['PATCH', '/api/leads/{id}', { city: 'x' }],
      ['DELETE', '/api/leads/{id}'],
      ['GET', '/api/users'],
      ['GET', '/api/webhooks'],
      ['GET', '/api/connections'],
    ] as const) {
      const answer = await reader.ask(method, path.replace('{id}', String(lead)), { body });
      expect([path, ...reasonOf(answer)]).toEqual([path, 403, 'forbidden']);
    }
  });

  test('too many requests', async () => {
    const { context } = database.current;
    const slow = await buildWorkspace(context);
    await changing(context, slow.id, (change) =>
      changeSettings(change, { rate_limit_per_minute: 1, rate_limit_burst: 1 }),
    );
    const caller = await buildApiCaller(context, api, slow, { isAdmin: true }, 'api_key', 'Sue');
    const answers = [await caller.ask('GET', '/api/leads'), await caller.ask('GET', '/api/leads')];
    expect(answers.map(reasonOf)).toEqual([
      [200, undefined],
      [429, 'rate_limited'],
    ]);
  });
});

describe('conflicts (spec/rest-api §3.5)', () => {
  test.each([
    ['POST', '/api/workflows/{off}/start', {}, 'switched_off'],
    ['DELETE', '/api/users/{reader}', undefined, 'in_use'],
    ['DELETE', '/api/users/{admin}', undefined, 'own_account'],
    ['PATCH', '/api/users/{admin}', { role: 'Role of Rita' }, 'last_administrator'],
  ])('%s %s: %s', async (method, path, body, header) => {
    const ids = { off: workflows.off, reader: reader.user.id, admin: admin.user.id };
    const filled = path.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => String(ids[name]));
    const answer = await admin.ask(method, filled, { body });
    expect(reasonOf(answer), answer.text).toEqual([409, header]);
  });
});
