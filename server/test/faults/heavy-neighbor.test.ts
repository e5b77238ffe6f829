// One workspace's expensive searches must not slow down the others that share the process and its database connections.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import { createLead } from '../../src/core/leads/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { changeSettings, type Workspace } from '../../src/core/workspaces/index.ts';
import { buildUser, buildWorkspace, changing, changingLeads } from '../harness/builders.ts';
import type { RunningHark } from '../harness/hark-process.ts';
import { type ServedDatabase, startServedDatabase } from '../harness/served-database.ts';
import { sendTo } from '../harness/servers/api-server.ts';

const leadCount = 15_000;
const heavyAtOnce = 30;
const rounds = 5;
const heavyPerRound = 30;
const probesPerRound = 150;
/**
 * The searches, the server and this test share the CPUs with other tests, whose time slices alone can take this
 * long. Without a limit per workspace, the p99 is several seconds, and requests fail because no connection is free.
 */
const minLimitMs = 100;

let served: ServedDatabase;
let serve: RunningHark;

beforeAll(async () => {
  served = await startServedDatabase('neighbor');
  serve = await served.serve();
});
afterAll(() => served?.remove(), 60_000);

/** Creates a workspace with one administrator, and a function that sends requests as the administrator. */
async function buildCaller() {
  const { context } = served;
  const workspace = await buildWorkspace(context);
  const change = <T>(work: Parameters<typeof changing<T>>[2]) => changing(context, workspace.id, work);
  await change(async (c) => {
    // The rate limit is raised, so it isn't what protects the other workspace.
    await changeSettings(c, { rate_limit_per_minute: 1_000_000, rate_limit_burst: 1_000_000 });
    await saveRole(c, { name: 'Administrator', isAdmin: true });
  });
  const user = await buildUser(context, workspace.id, { role: 'Administrator' });
  const { apiKey } = await change((c) => saveApiKey(c, user, undefined));
  await changingLeads(context, workspace.id, (c) =>
    createLead(c, { first_name: 'First', city: 'Bern', company: 'Example' }),
  );
  const port = Number(new URL(serve.url).port);
  const send = (method: string, path: string, body?: unknown) =>
    sendTo(port, method, path, { headers: { host: workspace.host, apikey: apiKey }, body });
  return { workspace, send };
}

/** Copies the workspace's only lead. Doesn't update the counters, because searches with a filter don't use them. */
async function copyLead({ id }: Workspace, times: number): Promise<void> {
  await served.query(
    `insert into leads (workspace_id, date_added, date_modified, field_set, first_name_key, city_key, company_key, wire)
     select workspace_id, date_added, date_modified, field_set, 'first ' || n, 'city ' || n % 500, 'company ' || n % 900, wire
     from leads, generate_series(1, $2::int) n where workspace_id = $1`,
    [id, times],
  );
  await served.query('analyze leads');
}

/** A search with the maximum number of conditions and values, none of which can use an index. */
const heavyFilters = Array.from({ length: 50 }, (_, index) => ({
  alias: ['first_name', 'city', 'company'][index % 3],
  operator: 'not_in',
  value: Array.from({ length: 20 }, (_, value) => `nothing ${index} ${value}`),
}));

const p99 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("one workspace's expensive searches leave another workspace's p99 under 5 times its quiet value", {
  retry: 2,
  timeout: 300_000,
}, async () => {
  const [heavy, neighbor] = [await buildCaller(), await buildCaller()];
  await copyLead(heavy.workspace, leadCount);

  const requests = [
    () => neighbor.send('GET', '/api/leads'),
    () => neighbor.send('GET', '/sign-in'),
    () =>
      neighbor.send('POST', '/api/leads/search', {
        filters: [{ alias: 'city', operator: 'eq', value: 'Bern' }],
      }),
  ];
  const probe = async (count: number) => {
    const times: number[] = [];
    for (let index = 0; index < count; index++) {
      const started = performance.now();
      const answer = await requests[index % requests.length]?.();
      times.push(performance.now() - started);
      expect(answer?.status).toBe(200);
    }
    return times;
  };
  const statuses = new Map<number, number>();
  const probeUnderLoad = async (count: number) => {
    let isLoaded = true;
    let sent = 0;
    const load = Promise.all(
      Array.from({ length: heavyAtOnce }, async () => {
        while (isLoaded || sent < heavyPerRound) {
          sent++;
          const { status } = await heavy.send('POST', '/api/leads/search', { filters: heavyFilters });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }),
    );
    try {
      return await probe(count);
    } finally {
      isLoaded = false;
      await load;
    }
  };

  // Connections and caches warm up first.
  await probe(100);
  // The rounds alternate, so other work on the machine affects both measurements equally.
  const measured = { quiet: [] as number[], loaded: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    measured.quiet.push(p99(await probe(probesPerRound)));
    measured.loaded.push(p99(await probeUnderLoad(probesPerRound)));
  }
  // Compares medians, so a burst of other work in one round doesn't matter.
  const [quiet, loaded] = [median(measured.quiet), median(measured.loaded)];

  console.log("a neighbor's p99 in ms:", { quiet, loaded }, 'heavy searches:', Object.fromEntries(statuses));
  expect([...statuses.keys()]).toEqual([200]);
  expect(loaded).toBeLessThan(Math.max(5 * quiet, minLimitMs));
});
