import { beforeEach, describe, expect, test } from 'vitest';
import type { RunJob } from '../../../src/core/runs/index.ts';
import { Reconciler } from '../../../src/engine/dispatch/reconciler.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { silent } from '../../harness/scratch-database.ts';
import { createFakeEngine } from '../../harness/servers/fake-engine.ts';
import { useRuns } from '../run-actions.ts';
import { buildStage } from '../run-stage.ts';
import { sorted, useStoredRuns } from './stored-runs.ts';

const { database, doors, accepted, go, row } = useRuns();
const { alter, store } = useStoredRuns(database, doors);

// Runs left over from other tests would be reconciled too.
beforeEach(() => database.current.query('delete from runs'));

/** Creates a reconciler with an engine that records the jobs it gets and executes none. */
function reconciling() {
  const started: RunJob[] = [];
  /** The size of each batch. */
  const batchSizes: number[] = [];
  const queried: RunJob[] = [];
  const engine = createFakeEngine({ executeRun: () => new Promise(() => {}) });
  const watched = {
    ...engine,
    start: async (...jobs: readonly RunJob[]) => {
      started.push(...jobs);
      batchSizes.push(jobs.length);
      await engine.start(...jobs);
    },
    find: async (job: RunJob) => {
      queried.push(job);
      return engine.find(job);
    },
  };
  const reconciler = new Reconciler(doors.dispatch(), watched, systemClock, silent);
  return { started, batchSizes, queried, engine, reconcile: () => reconciler.reconcile() };
}

const stageOf = () => buildStage(database.current.context);
const withFence = (jobs: readonly RunJob[], fence: number) => jobs.map((job) => ({ ...job, fence }));

const overdue = {
  queued: "sent_at = now() - interval '11 seconds'",
  running: "status = 'running', sent_at = now() - interval '1 hour', due_at = now() - interval '11 seconds'",
};

describe("a run that the engine doesn't know", () => {
  for (const [status, change] of Object.entries(overdue)) {
    test(`continues once with the next fence if it is ${status} and overdue, even with several reconcilers`, async () => {
      const jobs = await store(await stageOf(), 20, change);
      const reconcilers = [reconciling(), reconciling(), reconciling()];
      await Promise.all(reconcilers.map(({ reconcile }) => reconcile()));
      for (const { reconcile } of reconcilers) expect(await reconcile()).toBe(0);
      const started = reconcilers.flatMap((one) => one.started);
      expect(sorted(started)).toEqual(sorted(withFence(jobs, 1)));
      // A worker with the old fence does nothing.
      const [job] = jobs as [RunJob];
      await go(job);
      expect((await row(job)).status).toBe(status);
      await go({ ...job, fence: 1 });
      expect((await row(job)).status).toBe('succeeded');
    });
  }

  test('continues in one call together with hundreds of others', async () => {
    const jobs = await store(await stageOf(), 300, overdue.queued);
    const { started, reconcile } = reconciling();
    expect(await reconcile()).toBe(300);
    expect(sorted(started)).toEqual(sorted(withFence(jobs, 1)));
  });

  test('continues in a batch the first time and alone after that, because it may be the run that blocks the batch', async () => {
    const stage = await stageOf();
    await store(stage, 20, overdue.queued);
    await store(stage, 3, `fence = 1, ${overdue.queued}`);
    const { batchSizes, reconcile } = reconciling();
    expect(await reconcile()).toBe(23);
    expect(batchSizes.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 20]);
  });

  test('also continues if its job ended in the engine without progress', async () => {
    const [job] = (await store(await stageOf(), 1, overdue.running)) as [RunJob];
    const { engine, started, reconcile } = reconciling();
    await engine.start(job);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await engine.cancel(job);
    expect(await engine.find(job)).toBe('ended');
    await reconcile();
    expect(started).toEqual([{ ...job, fence: 1 }]);
  });
});

describe("the reconciler doesn't ask the engine about a run", () => {
  test("that isn't overdue, was never dispatched, waits for its owner, or has ended", async () => {
    const stage = await stageOf();
    await store(stage, 2, "sent_at = now() - interval '8 seconds'");
    await store(stage, 2, 'sent_at = null');
    await store(stage, 2, "status = 'running', sent_at = now(), due_at = now() - interval '8 seconds'");
    await store(stage, 2, "status = 'waiting', sent_at = now(), due_at = now() - interval '1 hour'");
    await store(stage, 2, "status = 'waiting', sent_at = now(), due_at = null");
    for (const status of ['succeeded', 'failed', 'cancelled']) {
      await store(stage, 2, `status = '${status}', sent_at = now() - interval '1 hour'`);
    }
    const { queried, reconcile } = reconciling();
    expect(await reconcile()).toBe(0);
    expect(queried).toEqual([]);
  });

  test('twice within one overdue period, and asks only about a sample while no run is lost', async () => {
    const jobs = await store(await stageOf(), 200, overdue.queued);
    const { engine, queried, reconcile } = reconciling();
    for (const job of jobs) await engine.start(job);
    expect(await reconcile()).toBe(0);
    expect(queried).toHaveLength(64);
    await reconcile();
    await reconcile();
    await reconcile();
    await reconcile();
    expect(sorted(queried)).toEqual(sorted(jobs));
  });
});

describe('a run that the engine reports as pending', () => {
  test('is left alone for minutes, then cancelled in the engine and dispatched again', async () => {
    const [job] = (await store(await stageOf(), 1, overdue.running)) as [RunJob];
    const { engine, started, reconcile } = reconciling();
    await engine.start(job);
    expect(await reconcile()).toBe(0);
    expect((await row(job)).doubted_at).not.toBeNull();
    await alter([job], "due_at = now() - interval '11 seconds', doubted_at = now() - interval '170 seconds'");
    expect(await reconcile()).toBe(0);
    await alter([job], "due_at = now() - interval '11 seconds', doubted_at = now() - interval '181 seconds'");
    expect(await reconcile()).toBe(1);
    expect(started).toEqual([{ ...job, fence: 1 }]);
    expect(await engine.find(job)).not.toBe('pending');
    expect(await row(job)).toMatchObject({ doubted_at: null, fence: 1 });
  });

  test('is no longer suspected once it makes progress', async () => {
    const { job } = await accepted([
      { name: 'first', type: 'set', values: { a: 1 } },
      { name: 'pause', type: 'wait', for: '1 hour' },
    ]);
    await alter([job], 'sent_at = now(), doubted_at = now()');
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'waiting', doubted_at: null, fence: 1 });
  });
});

test('the reconciler makes no decisions during an engine outage', async () => {
  const [job] = (await store(await stageOf(), 1, overdue.running)) as [RunJob];
  const { engine, reconcile } = reconciling();
  engine.goAway();
  await expect(reconcile()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await row(job)).toMatchObject({ fence: 0, doubted_at: null });
});
