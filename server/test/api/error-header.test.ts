// The Hark-Error header names the reason of every rejected request (spec/rest-api §3.5). The contract suite has more cases.
import { beforeAll, describe, expect, test } from 'vitest';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import { changeSettings, type Workspace } from '../../src/core/workspaces/index.ts';
import { errorHeader } from '../../src/http/api/error-header.ts';
import { conflict } from '../../src/lib/errors.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildWorkspace, changing } from '../harness/builders.ts';
import { type ApiAnswer, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let workspace: Workspace;
let admin: ApiCaller;
let reader: ApiCaller;
let workflows: Readonly<Record<'off' | 'used', number>>;

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
});

const reasonOf = ({ status, headers }: ApiAnswer) => [status, headers['hark-error']];

test.each([
  ['GET', '/api/leads?start=-1', undefined, 'invalid_value; field=start'],
  ['GET', '/api/leads?page=1', undefined, 'invalid_value; field=page'],
  ['GET', '/api/leads?orderByDir=up', undefined, 'invalid_value; field=orderByDir'],
  ['GET', '/api/leads?after=x', undefined, 'invalid_value; field=after'],
  ['GET', '/api/leads?fields=x', undefined, 'invalid_value; field=fields'],
  ['POST', '/api/leads/search', { filters: 'x' }, 'invalid_filter; field=filters'],
])('reading leads: %s %s with %j (spec/rest-api §3.5)', async (method, path, body, header) => {
  expect(reasonOf(await admin.ask(method, path, { body }))).toEqual([400, header]);
});

describe('bodies and requests (spec/rest-api §3.5)', () => {
  test.each([
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
});

describe('credentials and permissions (spec/rest-api §3.5)', () => {
  test('a disabled key', async () => {
    const { context } = database.current;
    const permissions = { 'leads.view': 'all' } as const;
    const both = await buildApiCaller(context, api, workspace, { permissions }, 'api_key', 'Bob');
    await changing(context, workspace.id, (change) =>
      saveApiClient(change, { user: both.user as never, name: 'Client', scope: 'api' }),
    );
    expect(reasonOf(await both.ask('GET', '/api/leads'))).toEqual([401, 'api_key_disabled']);
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
  test('a change at the same time has its own code, because sending the request again can succeed', () => {
    const codes = ['already_exists', 'user_changed', 'changed_since'];
    expect(codes.map((code) => errorHeader(conflict(code, 'No.')))).toEqual([
      'concurrent_change',
      'concurrent_change',
      'conflict',
    ]);
  });

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
