// What every type of lead field must do, checked with the example that the type itself gives.
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

/** The fields under test are called after their type. */
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

describe.each(customTypeNames)('a field of the type %s', (type) => {
  const alias = aliasOf(type);
  const { example, empty, isList, isSortable, operators, read, parse, format } = typeOf({ type });
  let id: number;

  beforeAll(async () => {
    const { json } = await ask('POST', '/api/leads/new', { body: { [alias]: example } });
    id = json.lead.id;
  });

  test('returns the example as it was sent', async () => {
    const { json } = await ask('GET', `/api/leads/${id}`);
    expect(json.lead[alias]).toEqual(example);
  });

  test('can be emptied', async () => {
    const { json } = await ask('POST', '/api/leads/new', { body: { [alias]: '' } });
    expect(json.lead[alias]).toEqual(empty);
  });

  test('rejects an object by the name of the field', async () => {
    const { status, json } = await ask('POST', '/api/leads/new', { body: { [alias]: {} } });
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(new RegExp(`^${alias}: `))]);
  });

  test('is found by its value, and not among the empty ones', async () => {
    const value = isList ? (example as string[])[0] : example;
    const found = await search({ filters: [{ alias, operator: 'eq', value }] });
    expect(found.json.leads.map((lead: { id: number }) => lead.id)).toEqual([id]);
    const filled = await search({ filters: [{ alias, operator: 'is_not_empty' }] });
    expect(filled.json.total).toBe('1');
  });

  test.each(everyOperator)('answers or rejects the operator %s as it says', async (operator) => {
    const one = isList ? (example as string[])[0] : example;
    const value = /^(not_)?in$/.test(operator) ? [one] : operator === 'between' ? [one, one] : one;
    const { status } = await search({ filters: [{ alias, operator, value }] });
    expect(status).toBe(operators.includes(operator) ? 200 : 400);
  });

  test('can be ordered by, or not, as it says', async () => {
    const { status } = await search({ orderBy: alias });
    expect(status).toBe(isSortable ? 200 : 400);
  });

  test('survives a CSV file', () => {
    expect(read({ alias, options: optionsOf(type) }, parse(format(example)))).toEqual(example);
  });
});
