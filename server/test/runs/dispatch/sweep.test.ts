import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { takingRuns } from '../../../src/core/runs/dispatch/dispatch-store.ts';
import type { RunJob } from '../../../src/core/runs/index.ts';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import { Dispatcher } from '../../../src/engine/dispatch/dispatcher.ts';
import { Sweeper } from '../../../src/engine/dispatch/sweeper.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { changing } from '../../harness/builders.ts';
import { eventually } from '../../harness/eventually.ts';
import { silent } from '../../harness/scratch-database.ts';
import { createFakeEngine } from '../../harness/servers/fake-engine.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, execute, rowOf, type Stage, switchOwner, useRunDoors } from '../run-stage.ts';
import { sorted, useStoredRuns } from './stored-runs.ts';

const database = useTestDatabase();
const doors = useRunDoors(database);
const { store } = useStoredRuns(database, doors);

// Runs left over from other tests would be swept too.
const forgetRuns = () =>
  database.current.asAdministrator(async (client) => {
    await client.query('delete from runs');
  });
beforeEach(forgetRuns);

/** Creates a sweeper with an engine that records the jobs it gets. */
function sweeping() {
  const started: RunJob[] = [];
  const engine = createFakeEngine({ executeRun: async () => undefined });
  const start = async (...jobs: readonly RunJob[]) => {
    await engine.start(...jobs);
    started.push(...jobs);
  };
  const sweeper = new Sweeper(doors.dispatch(), { ...engine, start }, systemClock);
  return { started, engine, sweep: () => sweeper.sweep(), resume: () => sweeper.resume() };
}

const limit = ({ context, workspace }: Stage, runs_in_flight: number) =>
  changing(context, workspace.id, (change) => changeSettings(change, { runs_in_flight }));
const stageOf = () => buildStage(database.current.context);
const row = (job: RunJob) => rowOf(database.current, job);

describe('queued runs', () => {
  test('that were not dispatched are dispatched once, even by several sweepers', async () => {
    const stages = [await stageOf(), await stageOf()];
    const jobs = (await Promise.all(stages.map((stage) => store(stage, 30)))).flat();
    const sweepers = [sweeping(), sweeping(), sweeping()];
    await Promise.all(sweepers.map(({ sweep }) => sweep()));
    for (const { sweep } of sweepers) await sweep();
    expect(sorted(sweepers.flatMap(({ started }) => started))).toEqual(sorted(jobs));
  });

  test('that were already dispatched are left alone', async () => {
    await store(await stageOf(), 3, "sent_at = now() - interval '1 hour'");
    expect(await sweeping().sweep()).toBe(0);
  });

  test("of one workspace are dispatched oldest first up to its concurrency limit, and don't delay other workspaces", async () => {
    const [busy, calm] = [await stageOf(), await stageOf()];
    await limit(busy, 5);
    await store(busy, 2, "status = 'running', sent_at = now()");
    const queued = await store(busy, 20);
    const other = await store(calm, 1);
    const { started, sweep } = sweeping();
    expect(await sweep()).toBe(4);
    const oldest = queued.toSorted((a, b) => (a.run < b.run ? -1 : 1)).slice(0, 3);
    expect(sorted(started)).toEqual(sorted([...oldest, ...other]));
    expect(started.findIndex(({ workspace }) => workspace === calm.workspace.id)).toBeLessThan(2);
    expect(await sweep()).toBe(0);
    await execute(database.current.context, oldest[0] as RunJob);
    expect(await sweep()).toBe(1);
  });

  test('are dispatched fairly: the workspace with the most runs in the engine comes last', async () => {
    const [flooding, calm, quiet] = [await stageOf(), await stageOf(), await stageOf()];
    // Set in the future, so these runs count as just sent even on a slow machine.
    await store(flooding, 40, "sent_at = now() + interval '1 minute'");
    await store(flooding, 200);
    const jobs = [...(await store(calm, 3)), ...(await store(quiet, 2))];
    const { started, sweep } = sweeping();
    await sweep();
    // The engine has room for 24 more runs. The 200 runs of one workspace don't delay the five runs of the others.
    const ids = jobs.map(({ run }) => run);
    const positions = started.flatMap(({ run }, position) => (ids.includes(run) ? [position] : []));
    expect(positions).toHaveLength(5);
    expect(Math.max(...positions)).toBeLessThan(9);
  });

  test('wait while the engine is behind, except the first run of a workspace that has none in the engine', async () => {
    const [flooding, calm] = [await stageOf(), await stageOf()];
    await store(flooding, 100, "sent_at = now() - interval '2 seconds'");
    await store(flooding, 20);
    const jobs = await store(calm, 3);
    const { started, sweep } = sweeping();
    await sweep();
    const oldest = jobs.toSorted((a, b) => (a.run < b.run ? -1 : 1)).slice(0, 1);
    expect(started).toEqual(oldest);
  });

  test('are left to the process that is already taking some', async () => {
    await store(await stageOf(), 3);
    const { sweep } = sweeping();
    await doors.dispatch().transaction(async (transaction) => {
      await transaction.query(sql`select pg_advisory_xact_lock(${takingRuns})`);
      expect(await sweep()).toBe(0);
    });
    expect(await sweep()).toBe(3);
  });

  test('stay within the limit with several concurrent sweepers', async () => {
    for (let round = 0; round < 10; round++) {
      const stage = await stageOf();
      await limit(stage, 5);
      await store(stage, 20);
      const sweepers = [sweeping(), sweeping(), sweeping(), sweeping()];
      await Promise.all(sweepers.map(({ sweep }) => sweep()));
      const started = sweepers.flatMap((sweeper) => sweeper.started);
      expect(started.filter(({ workspace }) => workspace === stage.workspace.id)).toHaveLength(5);
      // Otherwise the next round would see an engine that makes no progress.
      await forgetRuns();
    }
  });
});

describe('a dispatcher', () => {
  test('dispatches as many runs as the workspace has free slots, and leaves the rest to the sweeper', async () => {
    const stage = await stageOf();
    await limit(stage, 7);
    await store(stage, 4, 'sent_at = now()');
    const engine = createFakeEngine({ executeRun: async () => undefined });
    const dispatcher = new Dispatcher(engine, doors.dispatch(), silent);
    expect(dispatcher.claim(stage.workspace.id, 7)).toBe(true);
    // The first check happens after 100 ms, and claims succeed until then. The check's result expires a while
    // later.
    await sleep(500);
    const claims = Array.from({ length: 6 }, () => dispatcher.claim(stage.workspace.id, 7));
    dispatcher.stop();
    // Seven slots: four taken, and one claimed for a run that isn't stored yet.
    expect(claims).toEqual([true, true, false, false, false, false]);
  });

  test('claims nothing for a while after the engine failed', async () => {
    const stage = await stageOf();
    const [job] = (await store(stage, 1)) as [RunJob];
    const engine = createFakeEngine({ executeRun: async () => undefined });
    const dispatcher = new Dispatcher(engine, doors.dispatch(), silent);
    engine.goAway();
    expect(dispatcher.claim(stage.workspace.id, 7)).toBe(true);
    dispatcher.start(job);
    await eventually(() => !dispatcher.claim(stage.workspace.id, 7));
    dispatcher.stop();
  });
});

test('no run is dispatched until the engine responds again', async () => {
  const [job] = (await store(await stageOf(), 1)) as [RunJob];
  const { engine, sweep, started } = sweeping();
  engine.goAway();
  await expect(sweep()).rejects.toMatchObject({ kind: 'unavailable' });
  expect((await row(job)).sent_at).toBeNull();
  engine.comeBack();
  await sweep();
  expect(started).toEqual([job]);
});

describe('waiting runs', () => {
  test("wake up once when due, even with several sweepers, and within their workspace's concurrency limit", async () => {
    const asleep = (due: string) =>
      `status = 'waiting', fence = 1, sent_at = now() - interval '1 day', due_at = ${due}`;
    for (let round = 0; round < 10; round++) {
      const stage = await stageOf();
      await limit(stage, 8);
      await store(stage, 3, asleep("now() + interval '1 minute'"));
      const due = await store(stage, 12, asleep('now()'));
      const sweepers = [sweeping(), sweeping(), sweeping()];
      await Promise.all(sweepers.map(({ sweep }) => sweep()));
      // Each of them may have found another one taking runs.
      await sweepers[0]?.sweep();
      const started = sweepers.flatMap((one) => one.started);
      expect(started).toHaveLength(8);
      const expected = sorted(due.map((job) => ({ ...job, fence: 1 })));
      expect(sorted(started)).toEqual(expected.filter((one) => sorted(started).includes(one)));
      await forgetRuns();
    }
  });

  test('whose owner is deactivated are left alone until the owner is active again', async () => {
    const [stage, other] = [await stageOf(), await stageOf()];
    const change = "status = 'waiting', fence = 1, due_at = null";
    const paused = await store(stage, 2, change);
    await switchOwner(stage, false);
    const free = await store(other, 1, change);
    const { started, sweep, resume } = sweeping();
    await resume();
    await sweep();
    expect(sorted(started)).toEqual(sorted(free.map((job) => ({ ...job, fence: 1 }))));
    await switchOwner(stage, true);
    await resume();
    await sweep();
    expect(sorted(started.slice(1))).toEqual(sorted(paused.map((job) => ({ ...job, fence: 1 }))));
  });
});
