// What the reference shows can be sent as it stands, and what it says comes back does.
import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/core/context/index.ts';
import type { ApiDocument, DescribedOperation } from '../../src/http/api/reference/document.ts';
import { describeApi } from '../../src/http/api/reference/openapi.ts';
import { apiRoutes } from '../../src/http/api/routes.ts';
import { buildApiCaller, buildBusyWorkspace, credentialTypes } from '../harness/api-callers.ts';
import { type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
/** Describing the routes uses no database. */
const unused = {} as Context;
const { paths }: ApiDocument = describeApi(apiRoutes(unused), '1');

/** Names of keys, all the way down; a list is as its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return typeof value[0] === 'object' ? [shapeOf(value[0])] : 'value';
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** Sends the example of one operation, about this lead, and holds the answer against what is said of it. */
async function tryOperation(
  ask: AskApi,
  verb: string,
  path: string,
  operation: DescribedOperation,
  id: number,
) {
  const { parameters = [], requestBody, responses, summary } = operation;
  const query = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  const target = `${path.replace('{id}', String(id))}?${query.map(({ name, example }) => `${name}=${example}`).join('&')}`;
  const body = requestBody?.content['application/json'].example;
  const answer = await ask(verb, target, body === undefined ? {} : { body });
  const [status = '', described] = Object.entries(responses).find(([, one]) => !('$ref' in one)) ?? [];
  expect([summary, answer.status], answer.text).toEqual([summary, Number(status)]);
  if (!described || '$ref' in described || !described.content) return expect(answer.text).toBe('');
  const example = described.content['application/json'].example;
  expect(shapeOf(answer.json), summary).toEqual(shapeOf(example));
}

describe.each(credentialTypes)('with the credential %s', (by) => {
  test('every example of the reference is answered as it says', async () => {
    const { context } = database.current;
    const workspace = await buildBusyWorkspace(context);
    const { ask } = await buildApiCaller(context, api, workspace, { isAdmin: true }, by);
    const lead = { email: 'lea@example.test', score: 50, tags: ['hot'], city: 'Bern' };
    const called: string[] = [];
    for (const [path, verbs] of Object.entries(paths)) {
      for (const [verb, operation] of Object.entries(verbs)) {
        // Each begins with the leads that the examples speak of, and with an edit in the history.
        const { json } = await ask('POST', '/api/leads/new', { body: lead });
        const { id } = json.lead;
        await ask('PATCH', `/api/leads/${id}`, { body: { position: 'CEO' } });
        if (path.endsWith('/new')) await ask('DELETE', `/api/leads/${id}`);
        if (path.endsWith('/restore')) await ask('DELETE', `/api/leads/${id}`);
        if (/batch\/(edit|delete)$/.test(path)) {
          for (const name of ['ada', 'bob'])
            await ask('POST', '/api/leads/new', { body: { email: `${name}@example.test` } });
        }
        await tryOperation(ask, verb.toUpperCase(), path, operation, id);
        called.push(operation.operationId);
        const { json: left } = await ask('GET', '/api/leads');
        for (const { id } of left.leads) await ask('DELETE', `/api/leads/${id}`);
      }
    }
    expect(called).toHaveLength(apiRoutes(unused).length);
  });
});
