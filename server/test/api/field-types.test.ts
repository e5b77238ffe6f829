// Every lead field type must support these operations. Each test uses the type's own example value.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type CustomTypeName,
  customTypeNames,
  everyOperator,
  saveLeadField,
  typeOf,
} from '../../src/core/lead-fields/index.ts';
import { buildApiCaller, buildBusyWorkspace } from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import { type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

/** Fields under test are named after their type. */
const aliasOf = (type: CustomTypeName) => `a_${type}`;
const optionsOf = (type: CustomTypeName) => {
  const { hasOptions, example } = typeOf({ type });
  return hasOptions ? [example].flat().map(String) : [];
};

let ask: AskApi;

beforeAll(async () => {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  await changing(context, workspace.id, async (change) => {
    for (const type of customTypeNames)
      await saveLeadField(change, { alias: aliasOf(type), type, options: optionsOf(type) });
  });
  ({ ask } = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key'));
});

const search = (body: object) => ask('POST', '/api/leads/search', { body });

describe.each(customTypeNames)('a field of type %s', (type) => {
  const alias = aliasOf(type);
  const { example, empty, isList, isSortable, operators, read, parse, format } = typeOf({ type });
  let id: number;

  beforeAll(async () => {
    const { json } = await ask('POST', '/api/leads/new', { body: { [alias]: example } });
    id = json.lead.id;
  });

  test('returns the example value exactly as it was sent', async () => {
    const { json } = await ask('GET', `/api/leads/${id}`);
    expect(json.lead[alias]).toEqual(example);
  });

  test('can be cleared', async () => {
    const { json } = await ask('POST', '/api/leads/new', { body: { [alias]: '' } });
    expect(json.lead[alias]).toEqual(empty);
  });

  test('rejects an object with an error that names the field', async () => {
    const { status, json } = await ask('POST', '/api/leads/new', { body: { [alias]: {} } });
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(new RegExp(`^${alias}: `))]);
  });

  test('can be found by its value and counts as not empty', async () => {
    const value = isList ? (example as string[])[0] : example;
    const found = await search({ filters: [{ alias, operator: 'eq', value }] });
    expect(found.json.leads.map((lead: { id: number }) => lead.id)).toEqual([id]);
    const filled = await search({ filters: [{ alias, operator: 'is_not_empty' }] });
    expect(filled.json.total).toBe('1');
  });

  test.each(everyOperator)('accepts the operator %s only if the type lists it', async (operator) => {
    const one = isList ? (example as string[])[0] : example;
    const value = /^(not_)?in$/.test(operator) ? [one] : operator === 'between' ? [one, one] : one;
    const { status } = await search({ filters: [{ alias, operator, value }] });
    expect(status).toBe(operators.includes(operator) ? 200 : 400);
  });

  test('can be sorted only if the type is sortable', async () => {
    const { status } = await search({ orderBy: alias });
    expect(status).toBe(isSortable ? 200 : 400);
  });

  test('survives a CSV round trip', () => {
    expect(read({ alias, options: optionsOf(type) }, parse(format(example)))).toEqual(example);
  });
});
