// A lead's wire form is stored when the lead is written. Names and fields can change while the lead itself does not,
// and responses must still be correct (docs/design/leads-storage.md).
import { expect, test } from 'vitest';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { buildApiCaller } from '../harness/api-callers.ts';
import { buildWorkspace, changing } from '../harness/builders.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

async function buildCaller() {
  const { context } = database.current;
  const workspace = await buildWorkspace(context);
  const change = <T>(work: Parameters<typeof changing<T>>[2]) => changing(context, workspace.id, work);
  return { ...(await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key')), change };
}

test('a field added later is present in old leads too, empty, and can be filled', async () => {
  const { ask, change } = await buildCaller();
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

test('a changed owner name appears starting with the next request', async () => {
  const { ask, change, user } = await buildCaller();
  const { id } = (await ask('POST', '/api/leads/new', { body: {} })).json.lead;
  const ownerName = async () => (await ask('GET', `/api/leads/${id}`)).json.lead.owner.name;
  expect(await ownerName()).toBe(user.name);
  await change((c) => saveUser(c, { email: user.email, name: 'Renamed "Quoted" \u0001' }));
  expect(await ownerName()).toBe('Renamed "Quoted" \u0001');
});

test('values that look like placeholders, quotes or control characters come back unchanged', async () => {
  const { ask } = await buildCaller();
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

test('long text can be found by its beginning, middle and end, and no character is split', async () => {
  const { ask } = await buildCaller();
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

test('a record can be read and sent back, which changes nothing', async () => {
  const { ask } = await buildCaller();
  const created = (
    await ask('POST', '/api/leads/new', { body: { email: 'a@b.test', tags: ['x'], score: 3 } })
  ).json.lead;
  const again = await ask('PUT', `/api/leads/${created.id}`, { body: created });
  expect([again.status, again.json.lead]).toEqual([200, created]);
  expect((await ask('GET', `/api/leads/${created.id}/history`)).json.total).toBe('1');
  expect((await ask('PATCH', '/api/leads/edit', { body: { ...created, city: 'Bern' } })).json.lead.city).toBe(
    'Bern',
  );
});
