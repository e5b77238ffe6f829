// Tests the limits on how much of the database one workspace can use (spec/limits §2, §3).
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { agentOf } from '../harness/agents.ts';
import { buildApiCaller, buildBusyWorkspace } from '../harness/api-callers.ts';
import { eventually } from '../harness/eventually.ts';
import { type ApiAnswer, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
beforeAll(async () => {
  const { name, addresses, asAdministrator } = database.current;
  const [role, here] = [addresses.roleNames.app, name].map(pg.escapeIdentifier);
  // A locked table simulates a slow search, which ends when the test releases the lock.
  await asAdministrator((client) =>
    client.query(`alter role ${role} in database ${here} set lock_timeout = 0`),
  );
});
const api = useApi(database);

async function buildCaller() {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const caller = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
  await caller.ask('GET', '/api/users/self');
  return { ...caller, workspace };
}

const oneFilter = { filters: [{ alias: 'city', operator: 'eq', value: 'Bern' }] };

/** Runs `work` while no statement can read leads. */
const whileLeadsAreLocked = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  database.current.asAdministrator(async (client) => {
    await client.query('begin; lock table leads in access exclusive mode');
    try {
      return await work(client);
    } finally {
      await client.query('rollback');
    }
  });

const countWaiting = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
};

test('a workspace gets three database slots and a queue of 1,000 requests; further requests get 429, and other workspaces are unaffected', async () => {
  const [busy, calm] = [await buildCaller(), await buildCaller()];
  const agent = await agentOf(database.current.context, api, busy.workspace, busy);
  const search = () => busy.ask('POST', '/api/leads/search', { body: oneFilter });
  await search();

  const accepted: ApiAnswer[] = [];
  const rejected: ApiAnswer[] = [];
  const asked = await whileLeadsAreLocked(async (client) => {
    const all = Array.from({ length: 1_010 }, async () => {
      const answer = await search();
      (answer.status === 429 ? rejected : accepted).push(answer);
    });
    await eventually(() => rejected.length === 7);
    expect((await agent.rpc('tools/list')).status).toBe(429);
    expect(await countWaiting(client)).toBe(3);
    expect((await calm.ask('GET', '/api/users/self')).status).toBe(200);
    return all;
  });
  await Promise.all(asked);

  for (const { headers, json } of rejected) {
    expect(headers['retry-after']).toBe('1');
    expect(json).toEqual({
      error: {
        code: 429,
        message: 'Too many concurrent requests. Wait until some have finished, then try again.',
      },
    });
  }
  expect(accepted.map(({ status }) => status)).toEqual(Array(1_003).fill(200));
  expect((await agent.rpc('tools/list')).status).toBe(200);
});

test('a list that is fetched in the same round trip as the credential lookup also waits for a slot', async () => {
  const busy = await buildCaller();
  await busy.ask('GET', '/api/leads');
  const lists = await whileLeadsAreLocked(async (client) => {
    const asked = Array.from({ length: 10 }, () => busy.ask('GET', '/api/leads'));
    await eventually(async () => (await countWaiting(client)) === 3);
    // Credential lookups still succeed; only the lists wait.
    expect((await busy.ask('GET', '/api/unknown')).status).toBe(404);
    expect(await countWaiting(client)).toBe(3);
    return asked;
  });
  for (const { status } of await Promise.all(lists)) expect(status).toBe(200);
});

test('a search that takes longer than ten seconds is canceled with 503 and a message that explains what to do', async () => {
  const { ask } = await buildCaller();
  const { status, headers, json } = await whileLeadsAreLocked(() =>
    ask('POST', '/api/leads/search', { body: oneFilter }),
  );
  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('1');
  expect(json.error.message).toBe(
    'The request took too long, so the database canceled it. Use narrower search filters, or try again later.',
  );
});

test.each([3_000, 90_000])('%i empty filter groups are rejected with 400', async (groups) => {
  const { ask } = await buildCaller();
  const body = `{"filters":[${Array(groups).fill('{"all":[]}').join(',')}]}`;
  const { status, json } = await ask('POST', '/api/leads/search', { body });
  expect([status, json]).toEqual([
    400,
    { error: { code: 400, message: 'filters: at most 50 groups are allowed.' } },
  ]);
});

test('the largest allowed search succeeds', async () => {
  const { ask } = await buildCaller();
  const value = Array.from({ length: 20 }, (_, index) => `nothing ${index}`);
  const filters = Array.from({ length: 50 }, () => ({ all: [{ alias: 'city', operator: 'not_in', value }] }));
  expect((await ask('POST', '/api/leads/search', { body: { filters } })).json).toEqual({
    total: '0',
    leads: [],
  });
});
