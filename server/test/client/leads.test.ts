// The client supports every API operation with each kind of credential, and sends the credential as specified
// (spec/rest-api §1.1, §1.2, §4).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes } from '../../../client/src/api.ts';
import { credentialTypes } from '../harness/api-callers.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { useClients } from './client-stage.ts';

const database = useTestDatabase();
const openClient = useClients(database);

describe.each(credentialTypes)('with the credential %s', (by) => {
  test('a lead is created, read, changed, found, deleted and restored, and its history shows who did it', async () => {
    const { hark, caller } = await openClient({ by });
    const { user } = caller;
    expect(await hark.me()).toMatchObject({ id: user.id, name: user.name, role: { is_admin: true } });

    const lea = await hark.leads.create({ email: 'lea@example.test', first_name: 'Lea', shoe_size: 38 });
    expect(lea).toMatchObject({
      email: 'lea@example.test',
      shoe_size: 38,
      tags: [],
      created_by: { id: user.id },
    });
    expect(await hark.leads.get(lea.id)).toEqual(lea);

    expect(await hark.leads.update(lea.id, { city: 'Bern' })).toMatchObject({ id: lea.id, city: 'Bern' });
    const back = await hark.leads.get(lea.id);
    expect(await hark.leads.update(lea.id, { ...back, shoe_size: null })).toMatchObject({ shoe_size: null });
    const matched = await hark.leads.updateMatching({ email: 'LEA@example.test', city: 'Chur' });
    expect(matched).toMatchObject({ id: lea.id, city: 'Chur' });

    const filters = [{ alias: 'city', operator: 'begins_with', value: 'ch' }] as const;
    expect(await hark.leads.search({ filters })).toEqual({ total: 1, leads: [matched] });
    expect(await hark.leads.list({ limit: 5 })).toEqual({ total: 1, leads: [matched] });

    await hark.leads.delete(lea.id);
    expect(await hark.leads.list()).toEqual({ total: 0, leads: [] });
    expect(await hark.leads.restore(lea.id)).toMatchObject({ id: lea.id, city: 'Chur' });

    const { total, history } = await hark.leads.history(lea.id, { limit: 2 });
    expect([total, history.map(({ action }) => action)]).toEqual([6, ['restored', 'deleted']]);
    expect(history[0]).toMatchObject({ user: { id: user.id, name: user.name }, means: { type: by } });
  });
});

test('a batch is processed item by item, in order', async () => {
  const { hark } = await openClient();
  const [ada, wrong] = await hark.leads.createMany([
    { email: 'ada@example.test', shoe_size: 40 },
    { email: 'no address' },
  ]);
  expect(ada).toMatchObject({
    isDone: true,
    status: 201,
    lead: { email: 'ada@example.test', shoe_size: 40 },
  });
  expect(wrong).toMatchObject({ isDone: false, status: 400, error: { code: 'invalid', status: 400 } });
  expect(await hark.leads.updateMany([{ email: 'ada@example.test', city: 'Bern' }])).toMatchObject([
    { isDone: true, lead: { city: 'Bern' } },
  ]);
  expect(
    await hark.leads.deleteMany([{ email: 'ada@example.test' }, { email: 'nobody@example.test' }]),
  ).toMatchObject([
    { isDone: true, status: 204 },
    { isDone: false, error: { code: 'not_found' } },
  ]);
  expect((await hark.leads.list()).total).toBe(0);
});

test('parallel upserts create a lead once and edit it afterwards', async () => {
  const { hark } = await openClient();
  expect(await hark.leads.upsert({ email: 'lea@example.test', score: 1 })).toMatchObject({
    isCreated: true,
  });
  expect(await hark.leads.upsert({ email: 'lea@example.test', score: 2 })).toMatchObject({
    isCreated: false,
    lead: { score: 2 },
  });
  const together = await Promise.all(
    Array.from({ length: 8 }, (_, score) => hark.leads.upsert({ email: 'ada@example.test', score })),
  );
  expect(together.filter(({ isCreated }) => isCreated)).toHaveLength(1);
  expect(new Set(together.map(({ lead }) => lead.id)).size).toBe(1);
  expect((await hark.leads.list()).total).toBe(2);
});

test("returns the workspace's fields", async () => {
  const { hark } = await openClient();
  const fields = await hark.leads.fields();
  expect(fields.find(({ alias }) => alias === 'shoe_size')).toEqual({
    alias: 'shoe_size',
    label: 'Shoe size',
    type: 'integer',
    unique: false,
    required: false,
    read_only: false,
    options: [],
  });
});

test('an upsert with invalid values is rejected, and an edit that matches nothing creates nothing', async () => {
  const { hark } = await openClient();
  await expect(hark.leads.upsert({ email: 'lea@example.test', score: 0.5 })).rejects.toMatchObject({
    code: 'invalid_value',
    field: 'score',
    message: expect.stringContaining('score'),
  });
  await expect(hark.leads.updateMatching({ email: 'lea@example.test' })).rejects.toMatchObject({
    code: 'not_found',
    status: 404,
  });
  expect((await hark.leads.list()).total).toBe(0);
});

test('the key is sent in a header spelled exactly apikey and a token as a bearer token, never in the URL (spec/rest-api §1.1, §1.2)', async () => {
  const byKey = await openClient({ by: 'api_key' });
  await byKey.hark.me();
  expect(byKey.front.arrived[0]?.rawHeaders).toContain('apikey');
  expect(byKey.front.arrived[0]?.headers.authorization).toBeUndefined();
  const byToken = await openClient({ by: 'api_client' });
  await byToken.hark.leads.list({ limit: 1 });
  const [request] = byToken.front.arrived;
  expect(request?.headers.authorization).toBe(
    `Bearer ${'token' in byToken.options ? byToken.options.token : ''}`,
  );
  expect(request?.headers.apikey).toBeUndefined();
  expect(request?.url).toBe('/api/leads?limit=1&orderBy=id');
});

test('the client covers every API operation, with the same method and path', () => {
  const { paths } = JSON.parse(readFileSync('docs/generated/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const described = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { operationId }]) => [operationId, `${verb.toUpperCase()} ${path}`]),
  );
  const isAlias = (name: string) => name === 'post_leads' || name.startsWith('put_');
  expect(Object.fromEntries(described.filter(([name = '']) => !isAlias(name)))).toEqual(routes);
});
