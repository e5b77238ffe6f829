// A lead's wire form is written once. Names and fields that change without the lead must still be right (docs/design/leads-storage.md).
import { expect, test } from 'vitest';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { buildApiCaller } from '../harness/api-callers.ts';
import { buildWorkspace, changing } from '../harness/builders.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

async function buildAsker() {
  const { context } = database.current;
  const workspace = await buildWorkspace(context);
  const change = <T>(work: Parameters<typeof changing<T>>[2]) => changing(context, workspace.id, work);
  return { ...(await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key')), change };
}

test('a field that was added later is there, empty, in old leads too, and can be filled', async () => {
  const { ask, change } = await buildAsker();
  const { id } = (await ask('POST', '/api/leads/new', { body: { first_name: 'Old' } })).json.lead;
  await change((c) => saveLeadField(c, { alias: 'late', type: 'text' }));
  await ask('POST', '/api/leads/new', { body: { first_name: 'New', late: 'x' } });
  const { leads } = (await ask('GET', '/api/leads?orderBy=id')).json;
  expect(leads.map(({ late }: { late: unknown }) => late)).toEqual([null, 'x']);
  expect((await ask('GET', `/api/leads/${id}`)).json.lead).toMatchObject({
    first_name: 'Old',
    late: null,
    tags: [],
  });
  expect((await ask('PATCH', `/api/leads/${id}`, { body: { late: 'y' } })).json.lead.late).toBe('y');
  const search = { filters: [{ alias: 'late', operator: 'eq', value: 'Y' }] };
  expect((await ask('POST', '/api/leads/search', { body: search })).json.leads[0].id).toBe(id);
});

test('the name of an owner is the present one, from the next request on', async () => {
  const { ask, change, user } = await buildAsker();
  const { id } = (await ask('POST', '/api/leads/new', { body: {} })).json.lead;
  const ownerName = async () => (await ask('GET', `/api/leads/${id}`)).json.lead.owner.name;
  expect(await ownerName()).toBe(user.name);
  await change((c) => saveUser(c, { email: user.email, name: 'Renamed "Quoted" \u0001' }));
  expect(await ownerName()).toBe('Renamed "Quoted" \u0001');
});

test('values that look like marks, quotes or control characters come back as they were sent', async () => {
  const { ask } = await buildAsker();
  for (const company of [
    '\u0001 7 \u0001',
    '\u00017\u0001',
    '\u0002',
    '"}],{"total":"0',
    '\\',
    '\u2028 𝄞',
    '{"id":1}',
  ]) {
    const { id } = (await ask('POST', '/api/leads/new', { body: { company } })).json.lead;
    expect((await ask('GET', `/api/leads/${id}`)).json.lead.company).toBe(company);
    const search = { filters: [{ alias: 'company', operator: 'eq', value: company }] };
    expect((await ask('POST', '/api/leads/search', { body: search })).json.total).toBe('1');
  }
});

test('long texts are found by their beginning, middle and end, and nothing is cut in half', async () => {
  const { ask } = await buildAsker();
  const company = `${'c'.repeat(300)} needle ${'c'.repeat(300)}tail`;
  const split = `${'a'.repeat(599)}😀${'b'.repeat(390)}😀`;
  for (const value of [company, split, '😀'.repeat(500)]) {
    expect((await ask('POST', '/api/leads/new', { body: { company: value } })).status).toBe(201);
  }
  const total = async (operator: string, value: string) =>
    (await ask('POST', '/api/leads/search', { body: { filters: [{ alias: 'company', operator, value }] } }))
      .json.total;
  expect(await total('ends_with', 'TAIL')).toBe('1');
  expect(await total('begins_with', 'C'.repeat(290))).toBe('1');
  expect(await total('contains', 'needle')).toBe('1');
  for (const value of [company, split, '😀'.repeat(500)]) expect(await total('eq', value)).toBe('1');
});

test('a record that was read can be sent back whole and changes nothing', async () => {
  const { ask } = await buildAsker();
  const made = (await ask('POST', '/api/leads/new', { body: { email: 'a@b.test', tags: ['x'], score: 3 } }))
    .json.lead;
  const again = await ask('PUT', `/api/leads/${made.id}`, { body: made });
  expect([again.status, again.json.lead]).toEqual([200, made]);
  expect((await ask('GET', `/api/leads/${made.id}/history`)).json.total).toBe('1');
  expect((await ask('PATCH', '/api/leads/edit', { body: { ...made, city: 'Bern' } })).json.lead.city).toBe(
    'Bern',
  );
});
