// Idempotency-Key on a POST or PATCH that writes (spec/rest-api §9).
import { beforeAll, describe, expect, test } from 'vitest';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import {
  buildApiCaller,
  buildBusyWorkspace,
  type CallerRole,
  credentialTypes,
} from '../harness/api-callers.ts';
import { type ApiAnswer, type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

let workspace: Workspace;
let made = 0;
const newKey = () => `key-${++made}`;
const newMail = () => `once-${++made}@example.test`;

beforeAll(async () => {
  workspace = await buildBusyWorkspace(database.current.context);
});

const buildCaller = (by: (typeof credentialTypes)[number], role: CallerRole = { isAdmin: true }) =>
  buildApiCaller(database.current.context, api, workspace, role, by);

const post = (ask: AskApi, key: string, body: unknown) =>
  ask('POST', '/api/leads/new', { headers: { 'Idempotency-Key': key }, body });

const countWith = async (ask: AskApi, company: string): Promise<string> => {
  const filters = [{ alias: 'company', operator: 'eq', value: company }];
  return (await ask('POST', '/api/leads/search', { body: { filters } })).json.total;
};

function expectNested(answer: ApiAnswer, status: number) {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.json).toEqual({ error: { code: status, message: expect.any(String) } });
}

describe.each(credentialTypes)('with the credential %s', (by) => {
  let ask: AskApi;
  beforeAll(async () => {
    ({ ask } = await buildCaller(by));
  });

  test('two users can use the same key independently', async () => {
    const other = await buildCaller(by);
    const [key, body] = [newKey(), { company: `Shared ${by}` }];
    const mine = await post(ask, key, body);
    const theirs = await post(other.ask, key, body);
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.json.lead).toMatchObject({ owner_id: other.user.id });
    expect(theirs.json.lead.id).not.toBe(mine.json.lead.id);
  });
});

describe('a key', () => {
  const by = 'api_key';
  let ask: AskApi;
  beforeAll(async () => {
    ({ ask } = await buildCaller(by));
  });

  test('the same key on another path or method is independent', async () => {
    const headers = { 'Idempotency-Key': newKey() };
    const email = newMail();
    const created = await ask('POST', '/api/leads/new', { headers, body: { email } });
    const path = `/api/leads/${created.json.lead.id}`;
    const statuses = [];
    for (const [method, to] of [
      ['PATCH', '/api/leads/edit'],
      ['PATCH', path],
      ['PUT', path],
    ] as const) {
      statuses.push((await ask(method, to, { headers, body: { email } })).status);
    }
    expect([created.status, ...statuses]).toEqual([201, 200, 200, 200]);
  });

  test('a PUT ignores the key', async () => {
    const { json } = await ask('POST', '/api/leads/new', { body: { city: 'Bern' } });
    const path = `/api/leads/${json.lead.id}`;
    const headers = { 'Idempotency-Key': newKey() };
    for (const city of ['Chur', 'Genf', 'Chur']) {
      const answer = await ask('PUT', path, { headers, body: { city } });
      expect([answer.status, answer.json.lead.city]).toEqual([200, city]);
    }
    const long = { 'Idempotency-Key': 'k'.repeat(256) };
    expect((await ask('PUT', path, { headers: long, body: { city: 'Bern' } })).status).toBe(200);
    expect((await ask('GET', `${path}/history`)).json.total).toBe('5');
  });

  test('a rejection is not stored: the same key works once the cause is gone', async () => {
    const [key, email] = [newKey(), newMail()];
    const { json } = await ask('POST', '/api/leads/new', { body: { email } });
    expectNested(await post(ask, key, { email }), 400);
    await ask('DELETE', `/api/leads/${json.lead.id}`);
    expect((await post(ask, key, { email })).status).toBe(201);
  });

  test('a 403 or 404 response is not stored either', async () => {
    const headers = { 'Idempotency-Key': newKey() };
    const reader = await buildCaller(by, { permissions: { 'leads.view': 'all' } });
    expectNested(await post(reader.ask, headers['Idempotency-Key'], { city: 'Bern' }), 403);
    expectNested(await post(reader.ask, headers['Idempotency-Key'], { city: 'Chur' }), 403);
    const email = newMail();
    expectNested(await ask('PATCH', '/api/leads/edit', { headers, body: { email, city: 'Bern' } }), 404);
    await ask('POST', '/api/leads/new', { body: { email } });
    const found = await ask('PATCH', '/api/leads/edit', { headers, body: { email, city: 'Bern' } });
    expect(found.status).toBe(200);
  });

  test('a key of 255 characters is accepted; a longer one gets 400', async () => {
    const company = `Long key ${by}`;
    expect((await post(ask, 'k'.repeat(255), { company })).status).toBe(201);
    expectNested(await post(ask, 'k'.repeat(256), { company }), 400);
    expect(await countWith(ask, company)).toBe('1');
  });

  test('a stored response expires after 24 hours', async () => {
    const [key, company] = [newKey(), `Old ${by}`];
    await post(ask, key, { company });
    await database.current.query(
      "update idempotent_answers set answered_at = answered_at - interval '24 hours 1 second' where workspace_id = $1",
      [workspace.id],
    );
    expect((await post(ask, key, { company, city: 'Bern' })).status).toBe(201);
    expect(await countWith(ask, company)).toBe('2');
  });
});
