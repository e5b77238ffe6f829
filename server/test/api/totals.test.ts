// `total` is always exact, even while leads are written and count deltas are merged (spec/rest-api §6.2).
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import {
  createLead,
  deleteLead,
  editLead,
  foldLeadCounts,
  type LeadChange,
} from '../../src/core/leads/index.ts';
import { createPool } from '../../src/db/driver/pool.ts';
import { inTransaction } from '../../src/db/driver/transaction.ts';
import { HarkError } from '../../src/lib/errors.ts';
import type { LeadId, UserId, WorkspaceId } from '../../src/lib/ids.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace } from '../harness/api-callers.ts';
import { changingLeads } from '../harness/builders.ts';
import { compareInOneSnapshot, countLeads } from '../harness/compare-totals.ts';
import { silent } from '../harness/scratch-database.ts';
import { isFullRun, type Random, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

/** How often each kind of event happens before the test ends. */
const minEvents = isFullRun ? 2_000 : 100;
const writerCount = 16;

/** The workspace under test, the owners of its leads, and whether writers have to pause. */
interface Stage {
  readonly workspace: WorkspaceId;
  readonly owners: readonly (UserId | null)[];
  readonly ids: LeadId[];
  isDone: boolean;
  writing: number;
  isPaused: boolean;
  wantedRollbacks: number;
}

const rolledBack = new Error('rolled back on purpose');

/** Makes one to three random changes to leads in one transaction. A third of the transactions are rolled back. */
async function write(stage: Stage, random: Random, change: LeadChange): Promise<void> {
  const created: LeadId[] = [];
  for (let left = 1 + random.pick(3); left > 0; left--) {
    const id = random.chance(50) ? stage.ids[random.pick(stage.ids.length)] : undefined;
    const owner_id = random.oneOf(stage.owners);
    if (id === undefined) created.push((await createLead(change, { owner_id })).id);
    else if (random.chance(50)) await editLead(change, id, { owner_id });
    else await deleteLead(change, id);
  }
  if (random.chance(33)) throw rolledBack;
  stage.ids.push(...created);
}

async function runWriter(stage: Stage, random: Random): Promise<void> {
  while (!stage.isDone) {
    if (stage.isPaused) {
      await sleep(2);
      continue;
    }
    stage.writing++;
    try {
      await changingLeads(database.current.context, stage.workspace, (change) =>
        write(stage, random, change),
      );
    } catch (error) {
      // The lead was deleted by another writer, or there was a deadlock or a terminated connection. In each case the
      // transaction leaves nothing behind.
      if (error === rolledBack) stage.wantedRollbacks++;
      else if (!(error instanceof HarkError) || error.kind === 'fault') throw error;
    } finally {
      stage.writing--;
    }
  }
}

/** Compares the API's totals with a count while no writer is in a transaction. */
async function compareOverHttp(pool: pg.Pool, stage: Stage, all: ApiCaller, own: ApiCaller): Promise<void> {
  stage.isPaused = true;
  while (stage.writing > 0) await sleep(2);
  const totalOf = async ({ ask }: ApiCaller) => Number((await ask('GET', '/api/leads?limit=1')).json.total);
  const [wholeTotal, ownTotal] = [await totalOf(all), await totalOf(own)];
  await inTransaction(pool, [], async (transaction) => {
    expect(wholeTotal).toBe(await countLeads(transaction, stage.workspace, null));
    expect(ownTotal).toBe(await countLeads(transaction, stage.workspace, own.user.id as UserId));
  });
  stage.isPaused = false;
}

/** Terminates a writer's connection in the middle of a transaction. */
const endSomeWriter = (pool: pg.Pool) =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'hark-test%' and xact_start is not null
     limit 1`,
  );

test(
  `a list's total equals the actual count, for all and own leads, while ${writerCount} writers write and count deltas are merged (seed ${seedOfRun})`,
  async () => {
    const { context, addresses, upkeep } = database.current;
    const workspace = await buildBusyWorkspace(context);
    const all = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
    const own = await buildApiCaller(
      context,
      api,
      workspace,
      { permissions: { 'leads.view': 'own' } },
      'api_client',
    );
    const owners = [all.user.id as UserId, own.user.id as UserId, null];
    const stage: Stage = {
      workspace: workspace.id,
      owners,
      ids: [],
      isDone: false,
      writing: 0,
      isPaused: false,
      wantedRollbacks: 0,
    };
    const pool = createPool(addresses.owner, 'hark-compare', 3, silent);
    const random = seededRandom(seedOfRun);
    // Without enough of each event, the test would prove nothing.
    let [compared, folded] = [0, 0];
    const compare = async () => {
      for (; Math.min(compared, folded, stage.wantedRollbacks, stage.ids.length) <= minEvents; compared++) {
        await compareInOneSnapshot(
          pool,
          stage.workspace,
          random.oneOf([null, own.user.id as UserId]),
          random,
        );
        if (compared % 20 === 19) await compareOverHttp(pool, stage, all, own);
        if (compared % 30 === 29) await endSomeWriter(pool);
      }
      stage.isDone = true;
    };
    const fold = async () => {
      for (; !stage.isDone; await sleep(20)) folded += await foldLeadCounts(upkeep);
    };
    try {
      const writers = Array.from({ length: writerCount }, (_, index) =>
        runWriter(stage, seededRandom(seedOfRun + index)),
      );
      await Promise.all([...writers, compare(), fold()]);
      await compareOverHttp(pool, stage, all, own);
      await foldLeadCounts(upkeep);
      await compareOverHttp(pool, stage, all, own);
      for (const owner of [null, own.user.id as UserId])
        await compareInOneSnapshot(pool, stage.workspace, owner, random);
    } finally {
      stage.isPaused = false;
      stage.isDone = true;
      await pool.end();
    }
  },
  isFullRun ? 600_000 : 120_000,
);
