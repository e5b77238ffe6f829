// Managing custom lead fields over REST (spec/rest-api §16).
import { describe, expect, test } from 'vitest';
import { errorOf, readPages, useRest } from '../../harness/rest-stage.ts';

const rest = useRest();
const admin = rest.caller({ isAdmin: true });
const sales = rest.caller({ permissions: { 'leads.view': 'all', 'leads.create': true } });

let made = 0;
const create = async (more: object = {}) => {
  const body = { alias: `field_${++made}`, type: 'text', ...more };
  const answer = await admin.ask('POST', '/api/lead-fields/new', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.lead_field;
};
const refusal = async (method: string, path: string, body?: unknown) =>
  errorOf(await admin.ask(method, path, { body }));

describe('reading (spec/rest-api §16)', () => {
  test('a list is read by cursor while fields are added', async () => {
    await create({ alias: 'cursor_1' });
    await create({ alias: 'cursor_3' });
    const path = '/api/lead-fields?limit=1';
    const pages = readPages<{ alias: string }>(sales.ask, path, 'lead_fields', async (read) => {
      if (read.at(-1)?.alias === 'cursor_1') await create({ alias: 'cursor_2' });
    });
    const seen = (await pages).map(({ alias }) => alias);
    expect(seen.filter((alias) => alias.startsWith('cursor_'))).toEqual(['cursor_1', 'cursor_2', 'cursor_3']);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('text that is no alias is an unknown route', async () => {
    for (const path of ['A', '1x', 'x-y', `x${'y'.repeat(50)}`])
      expect(await refusal('GET', `/api/lead-fields/${path}`)).toEqual([404, 'unknown_route']);
    const { status, headers } = await admin.ask('GET', '/api/lead-fields/new');
    expect([status, headers.allow]).toEqual([405, 'POST']);
    expect((await admin.ask('DELETE', '/api/lead-fields/code')).headers.allow).toBe('GET, PUT, PATCH, HEAD');
  });
});

test.each([
  [{ alias: undefined }, 'required; field=alias'],
  [{ alias: '' }, 'required; field=alias'],
  [{ type: undefined }, 'required; field=type'],
  [{ alias: 'email' }, 'invalid_value; field=alias'],
  [{ alias: 'firstname' }, 'invalid_value; field=alias'],
  [{ alias: 'Upper' }, 'invalid_value; field=alias'],
  [{ type: 'magic' }, 'invalid_value; field=type'],
  [{ type: 'select' }, 'invalid_value; field=options'],
  [{ options: ['a'] }, 'invalid_value; field=options'],
  [{ type: 'select', options: ['a', 'a'] }, 'invalid_value; field=options'],
  [{ type: 'boolean', unique: true }, 'invalid_value; field=unique'],
  [{ required: 'yes' }, 'invalid_value; field=required'],
  [{ read_only: false }, 'unknown_field; field=read_only'],
])('rejects a new field with %j (spec/rest-api §16.1)', async (more, header) => {
  const body = { alias: `field_${++made}`, type: 'text', ...more };
  expect(await refusal('POST', '/api/lead-fields/new', body)).toEqual([400, header]);
});

test('label, required and options change; a record can be sent back; the rest is fixed (spec/rest-api §16.2)', async () => {
  const field = await create({ type: 'select', options: ['s'] });
  const path = `/api/lead-fields/${field.alias}`;
  const changed = { ...field, label: 'Size', required: true, options: ['s', 'l'] };
  expect((await admin.ask('PUT', path, { body: changed })).json).toEqual({ lead_field: changed });
  expect((await admin.ask('PATCH', path, { body: { required: false } })).json.lead_field).toEqual({
    ...changed,
    required: false,
  });
  for (const [key, value] of [
    ['alias', 'other'],
    ['type', 'text'],
    ['unique', true],
  ])
    expect(await refusal('PATCH', path, { [String(key)]: value })).toEqual([400, `read_only; field=${key}`]);
  expect(await refusal('PATCH', path, { options: [] })).toEqual([400, 'invalid_value; field=options']);
  expect(await refusal('PATCH', '/api/lead-fields/nothing_here', { label: 'x' })).toEqual([404, 'not_found']);
});
