// A request looks up its caller in one round trip, and then acts (docs/design/rest-api.md). This count must not grow unnoticed.
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

/** How many round trips a request takes when its like was made before, and what it answers. */
async function tripsOf(ask: () => ReturnType<ApiCaller['ask']>): Promise<{ trips: number; status: number }> {
  for (let round = 0; round < 2; round++) await ask();
  const before = counted.count();
  const { status } = await ask();
  return { trips: counted.count() - before, status };
}

let made = 0;
const lead = () => ({ first_name: 'A', email: `lead-${++made}@example.test`, plan: 'gold' });

describe.each(credentialTypes)('round trips to the database of a request by %s', (by) => {
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

  test('a list, one lead and its history take two; the user itself takes only the look-up', async () => {
    const { id } = await create();
    for (const path of ['/api/leads', `/api/leads/${id}`, `/api/leads/${id}/history`]) {
      expect([path, await tripsOf(() => caller.ask('GET', path))]).toEqual([path, { trips: 2, status: 200 }]);
    }
    expect(await tripsOf(() => caller.ask('GET', '/api/users/self'))).toEqual({ trips: 1, status: 200 });
  });

  test('a refused credential takes one', async () => {
    const refused = () =>
      caller.ask('GET', '/api/leads', { headers: { apikey: 'x', Authorization: 'Bearer x' } });
    expect(await tripsOf(refused)).toEqual({ trips: 1, status: 401 });
  });

  test('a search and a create take two', async () => {
    expect(await tripsOf(() => caller.ask('POST', '/api/leads/search', { body: {} }))).toEqual({
      trips: 2,
      status: 200,
    });
    expect(await tripsOf(() => caller.ask('POST', '/api/leads/new', { body: lead() }))).toEqual({
      trips: 2,
      status: 201,
    });
  });

  test('an edit and a delete take three; a value that must be unique takes one more', async () => {
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
