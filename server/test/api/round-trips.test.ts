// A request looks up its caller in one round trip before it does anything else (docs/design/rest-api.md). These tests
// pin the number of round trips.
import { beforeAll, describe, expect, test } from 'vitest';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import {
  type ApiCaller,
  buildApiCaller,
  buildBusyWorkspace,
  credentialTypes,
} from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import { useCountedDatabase } from '../harness/counted-database.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { testContext, useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const counted = useCountedDatabase(database);

const api = useApi({
  get current() {
    return { ...database.current, db: counted.db(), context: testContext(counted.db()) };
  },
});

/** Returns a request's status and the number of round trips it takes once caches are warm. */
async function tripsOf(ask: () => ReturnType<ApiCaller['ask']>): Promise<{ trips: number; status: number }> {
  for (let round = 0; round < 2; round++) await ask();
  const before = counted.count();
  const { status } = await ask();
  return { trips: counted.count() - before, status };
}

let made = 0;
const lead = () => ({ first_name: 'A', email: `lead-${++made}@example.test`, plan: 'gold' });

describe.each(credentialTypes)('the number of database round trips with %s', (by) => {
  let caller: ApiCaller;
  beforeAll(async () => {
    const { context } = database.current;
    const workspace = await buildBusyWorkspace(context);
    await changing(context, workspace.id, async (change) => {
      await saveLeadField(change, { alias: 'plan', type: 'text' });
      await saveLeadField(change, { alias: 'number', type: 'text', unique: true });
    });
    caller = await buildApiCaller(context, api, workspace, { isAdmin: true }, by);
  });

  const create = async (more: object = {}) => {
    const answer = await caller.ask('POST', '/api/leads/new', { body: { ...lead(), ...more } });
    return answer.json.lead as { id: number; email: string };
  };

  test('is two for a list, a lead and its history, and one for users/self, which needs only the credential lookup', async () => {
    const { id } = await create();
    for (const path of ['/api/leads', `/api/leads/${id}`, `/api/leads/${id}/history`]) {
      expect([path, await tripsOf(() => caller.ask('GET', path))]).toEqual([path, { trips: 2, status: 200 }]);
    }
    expect(await tripsOf(() => caller.ask('GET', '/api/users/self'))).toEqual({ trips: 1, status: 200 });
  });

  test('is one for a rejected credential', async () => {
    const refused = () =>
      caller.ask('GET', '/api/leads', { headers: { apikey: 'x', Authorization: 'Bearer x' } });
    expect(await tripsOf(refused)).toEqual({ trips: 1, status: 401 });
  });

  test('is two for a search and for a create', async () => {
    expect(await tripsOf(() => caller.ask('POST', '/api/leads/search', { body: {} }))).toEqual({
      trips: 2,
      status: 200,
    });
    expect(await tripsOf(() => caller.ask('POST', '/api/leads/new', { body: lead() }))).toEqual({
      trips: 2,
      status: 201,
    });
  });

  test('is three for an edit and for a delete, plus one if a unique value is written', async () => {
    const { id, email } = await create();
    const edit = (path: string, more: object) => () =>
      caller.ask('PATCH', path, { body: { first_name: `A${++made}`, plan: `p${made}`, ...more } });
    expect(await tripsOf(edit(`/api/leads/${id}`, {}))).toEqual({ trips: 3, status: 200 });
    expect(await tripsOf(edit('/api/leads/edit', { email }))).toEqual({ trips: 4, status: 200 });
    const ids = [(await create()).id, (await create()).id, (await create()).id];
    expect(await tripsOf(() => caller.ask('DELETE', `/api/leads/${ids.pop()}`))).toEqual({
      trips: 3,
      status: 204,
    });
    const unique = () =>
      caller.ask('POST', '/api/leads/new', { body: { ...lead(), number: String(++made) } });
    expect(await tripsOf(unique)).toEqual({ trips: 3, status: 201 });
  });
});
