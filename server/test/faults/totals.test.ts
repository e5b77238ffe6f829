// `total` is always exact, even if processes are killed (spec/rest-api §6.2).
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permissions } from '../../src/core/access/index.ts';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/driver/pool.ts';
import { inTransaction } from '../../src/db/driver/transaction.ts';
import type { UserId } from '../../src/lib/ids.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildUser, changing } from '../harness/builders.ts';
import { compareInOneSnapshot, countLeads } from '../harness/compare-totals.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, startHark } from '../harness/hark-process.ts';
import {
  addressOf,
  createScratchDatabase,
  dropDatabase,
  silent,
  testKey,
} from '../harness/scratch-database.ts';
import { isFullRun, type Random, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { type ApiAnswer, sendTo } from '../harness/servers/api-server.ts';
import { testContext } from '../harness/test-database.ts';

const durationMs = isFullRun ? 60_000 : 15_000;
const writerCount = 16;
const databaseName = `hark_test_${process.pid}_totals`;

let db: Database;
let context: Context;
let pool: pg.Pool;
let workspace: Workspace;
let environments: Record<'serve' | 'work', Record<string, string>>;
/** Two processes serve requests and one merges count deltas. Any of them can be killed at any time. */
const places = { first: 'serve', second: 'serve', upkeep: 'work' } as const;
type Place = keyof typeof places;
const running: Partial<Record<Place, RunningHark>> = {};

beforeAll(async () => {
  const addresses = await createScratchDatabase(databaseName);
  db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 4, logger: silent });
  context = testContext(db);
  pool = createPool(addresses.owner, 'hark-compare', 3, silent);
  workspace = await buildBusyWorkspace(context);
  const both = { DATABASE_URL: addressOf(databaseName).reveal(), SECRET_KEY: testKey.reveal() };
  // No engine runs at this URL; upkeep doesn't need one.
  const engine = `http://127.0.0.1:${await freePort()}`;
  const work = { ...both, RESTATE_ADMIN_URL: engine, RESTATE_INGRESS_URL: engine, WORK_PORT: '0' };
  environments = { serve: both, work };
  for (const place of Object.keys(places) as Place[]) await start(place);
}, 120_000);

afterAll(async () => {
  await Promise.all(Object.values(running).map((hark) => hark.remove()));
  await pool.end();
  await db.close();
  await dropDatabase(databaseName, { roles: true });
}, 60_000);

async function start(place: Place): Promise<void> {
  const command = places[place];
  const hark = await startHark(command, environments[command]);
  running[place] = hark;
  await eventually(async () => {
    if (command === 'serve') return (await hark.readiness()).status === 200;
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'hark-upkeep'`,
    );
    return rows.length > 0;
  }, 40_000);
}

/** Kills a process with SIGKILL, so that it can't clean up, and starts it again. */
async function killAndStart(place: Place): Promise<void> {
  const hark = running[place];
  if (!hark) throw new Error(`no process runs as ${place}`);
  const ended = once(hark.process, 'exit');
  hark.process.kill('SIGKILL');
  await ended;
  await hark.remove();
  await start(place);
}

/** A user with a key who calls one of the two serve processes. */
async function buildCaller(role: { isAdmin: true } | { permissions: Permissions }) {
  const name = `Role ${'isAdmin' in role ? 'all' : 'own'}`;
  await changing(context, workspace.id, (change) => saveRole(change, { name, ...role }));
  const user = await buildUser(context, workspace.id, { role: name });
  const { apiKey } = await changing(context, workspace.id, (change) => saveApiKey(change, user, undefined));
  let asked = 0;
  const ask = (method: string, path: string, body?: unknown): Promise<ApiAnswer> => {
    const { url } = running[asked++ % 2 === 0 ? 'first' : 'second'] ?? {};
    const port = Number(new URL(url ?? '').port);
    const headers = { host: workspace.host, apikey: apiKey };
    return sendTo(port, method, path, body === undefined ? { headers } : { headers, body });
  };
  return { id: user.id as UserId, ask };
}
type Caller = Awaited<ReturnType<typeof buildCaller>>;

/** State shared by the writers: the leads they have written so far, and whether they have to pause. */
interface Stage {
  readonly owners: readonly (UserId | null)[];
  readonly ids: number[];
  readonly until: number;
  writing: number;
  isPaused: boolean;
  unanswered: number;
  undone: number;
  made: number;
}

/**
 * Sends one request that changes the number of leads or an owner. In a batch, half of the items are invalid, so the
 * product rolls them back.
 */
async function write({ owners, ids }: Stage, { ask }: Caller, random: Random): Promise<ApiAnswer> {
  const owner_id = random.oneOf(owners);
  const id = random.chance(60) ? ids[random.pick(ids.length)] : undefined;
  if (id !== undefined && random.chance(60)) return ask('PATCH', `/api/leads/${id}`, { owner_id });
  if (id !== undefined) {
    ids.splice(ids.indexOf(id), 1);
    return ask('DELETE', `/api/leads/${id}`);
  }
  if (random.chance(50)) return ask('POST', '/api/leads/new', { owner_id });
  const refused = { owner_id, score: 'not a number' };
  return ask('POST', '/api/leads/batch/new', { items: [{ owner_id }, refused, { owner_id: null }, refused] });
}

async function runWriter(stage: Stage, caller: Caller, random: Random): Promise<void> {
  while (performance.now() < stage.until) {
    if (stage.isPaused) {
      await sleep(2);
      continue;
    }
    stage.writing++;
    try {
      const { status, json } = await write(stage, caller, random);
      expect([200, 201, 204, 404, 503]).toContain(status);
      const made: { status: number; lead?: { id: number } }[] =
        json?.results ?? (json?.lead ? [{ ...json }] : []);
      for (const { lead, status } of made) {
        if (lead && !stage.ids.includes(lead.id)) {
          stage.ids.push(lead.id);
          stage.made++;
        }
        if (status === 400) stage.undone++;
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error;
      // The process died during the request. Whether or not the change was made, the total must be right.
      stage.unanswered++;
      await sleep(20);
    } finally {
      stage.writing--;
    }
  }
}

/** Waits until the database has ended the killed processes' transactions. */
const untilNothingIsOpen = () =>
  eventually(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'hark-serve' and xact_start is not null`,
    );
    return rows.length === 0;
  });

/** Compares the API's totals with a count while no writer is active. Waits for processes that are restarting. */
async function compareOverHttp(stage: Stage, all: Caller, own: Caller): Promise<void> {
  stage.isPaused = true;
  while (stage.writing > 0) await sleep(2);
  await untilNothingIsOpen();
  const totalOf = ({ ask }: Caller) =>
    eventually(async () => {
      const { status, json } = await ask('GET', '/api/leads?limit=1');
      return status === 200 && { total: Number(json.total) };
    });
  const totals = [(await totalOf(all)).total, (await totalOf(own)).total];
  const counts = await inTransaction(pool, [], async (transaction) => [
    await countLeads(transaction, workspace.id, null),
    await countLeads(transaction, workspace.id, own.id),
  ]);
  expect(totals).toEqual(counts);
  stage.isPaused = false;
}

/** Returns the number of count deltas that are not merged yet. */
async function openDeltas(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from lead_count_deltas',
  );
  return rows[0]?.count ?? 0;
}

test(
  `a list's total equals the actual count, for all and own leads, while ${writerCount} writers write over HTTP and processes are killed (seed ${seedOfRun})`,
  async () => {
    const all = await buildCaller({ isAdmin: true });
    const own = await buildCaller({ permissions: { 'api.access_rest': true, 'leads.view': 'own' } });
    const until = performance.now() + durationMs;
    const owners = [all.id, own.id, null];
    const stage: Stage = {
      owners,
      ids: [],
      until,
      writing: 0,
      isPaused: false,
      unanswered: 0,
      undone: 0,
      made: 0,
    };
    const random = seededRandom(seedOfRun);
    const done = { compared: 0, overHttp: 0, folded: 0, served: 0, upkeep: 0 };
    const compare = async () => {
      for (; performance.now() < until; done.compared++) {
        await compareInOneSnapshot(pool, workspace.id, random.oneOf([null, own.id]), random);
      }
    };
    const compareAnswers = async () => {
      for (; performance.now() < until; done.overHttp++) {
        await compareOverHttp(stage, all, own);
        await sleep(1_500);
      }
    };
    const watchFolds = async () => {
      for (let before = 0, now = 0; performance.now() < until; before = now) {
        await sleep(50);
        now = await openDeltas();
        if (now < before) done.folded++;
      }
    };
    const killServers = async () => {
      const chances = seededRandom(seedOfRun + 100);
      for (; performance.now() < until; done.served++) {
        await sleep(500 + chances.pick(1_500));
        await killAndStart(chances.oneOf(['first', 'second']));
      }
    };
    const killUpkeep = async () => {
      const chances = seededRandom(seedOfRun + 200);
      for (; performance.now() < until; done.upkeep++) {
        await sleep(chances.pick(1_500));
        await killAndStart('upkeep');
      }
    };
    const writers = Array.from({ length: writerCount }, (_, index) =>
      runWriter(stage, all, seededRandom(seedOfRun + index)),
    );
    await Promise.all([...writers, compare(), compareAnswers(), watchFolds(), killServers(), killUpkeep()]);
    await compareOverHttp(stage, all, own);
    // A recount matches the merged counts, whether a killed or a surviving process merged them.
    await eventually(async () => (await openDeltas()) === 0);
    await compareOverHttp(stage, all, own);
    for (const owner of [null, own.id]) await compareInOneSnapshot(pool, workspace.id, owner, random);
    // Without enough of each event, the test would prove nothing.
    expect(Math.min(done.compared, stage.made, stage.undone)).toBeGreaterThan(10);
    const { overHttp, folded, served, upkeep } = done;
    expect(Math.min(overHttp, folded, served, upkeep, stage.unanswered)).toBeGreaterThan(0);
  },
  durationMs + 90_000,
);
