import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RunEngine, RunJob } from '../../src/core/runs/index.ts';
import { uuid7 } from '../../src/lib/crypto/uuid7.ts';
import type { RunId, WorkspaceId } from '../../src/lib/ids.ts';
import { eventually } from '../harness/eventually.ts';

/** A job of a run that nobody has seen before. */
export const newJob = (fence = 1): RunJob => ({
  workspace: 7 as WorkspaceId,
  run: uuid7(Date.now()) as RunId,
  fence,
});

/** Notes what is executed and when, and has runs fail or wait as a test wants it. */
export function createProbe() {
  const seen: { job: RunJob; at: number }[] = [];
  const behaviours = new Map<string, () => Promise<void>>();
  return {
    async executeRun(job: RunJob): Promise<void> {
      seen.push({ job, at: Date.now() });
      await behaviours.get(job.run)?.();
    },
    /** What executing this run does, instead of nothing. */
    let: (job: RunJob, behaviour: () => Promise<void>) => void behaviours.set(job.run, behaviour),
    /** The jobs of the same run that were executed, attempts counted each. */
    executions: (job: RunJob) => seen.filter((entry) => entry.job.run === job.run),
  };
}

export type Probe = ReturnType<typeof createProbe>;

interface EngineUnderTest {
  readonly engine: RunEngine;
  readonly probe: Probe;
  /** Lets nobody answer until the returned function is called. */
  goAway(): () => void;
}

/** Long enough for an engine to do what it should not do. */
const aWhileMs = 400;

/** What every engine behind the port does, whether it is Restate or the fake of other tests. */
export function describeRunEngine(name: string, underTest: () => EngineUnderTest): void {
  describe(`the port to the engine, ${name}:`, () => {
    test('a ping comes back', async () => {
      await underTest().engine.ping();
    });

    test('a job is executed once, exactly as it was given, and has ended then', async () => {
      const { engine, probe } = underTest();
      const job = newJob(3);
      await engine.start(job);
      await eventually(async () => (await engine.find(job)) === 'ended');
      expect(probe.executions(job).map((execution) => execution.job)).toEqual([job]);
    });

    test('the same job given again, at once or after its end, is executed once', async () => {
      const { engine, probe } = underTest();
      const job = newJob();
      await Promise.all([engine.start(job), engine.start(job)]);
      await eventually(async () => (await engine.find(job)) === 'ended');
      await engine.start(job);
      await sleep(aWhileMs);
      expect(probe.executions(job)).toHaveLength(1);
    });

    test('jobs that are given together are all executed; only the one that fails is tried again and again', async () => {
      const { engine, probe } = underTest();
      const jobs = Array.from({ length: 20 }, () => newJob());
      const [failing] = jobs as [RunJob];
      probe.let(failing, async () => {
        if (probe.executions(failing).length < 3) throw new Error('not yet');
      });
      await engine.start(...jobs);
      await eventually(() => probe.executions(failing).length === 3);
      for (const job of jobs) expect(probe.executions(job).map((one) => one.job)).toContainEqual(job);
    });

    test('another fence of the same run is another job', async () => {
      const { engine, probe } = underTest();
      const job = newJob(1);
      const next = { ...job, fence: 2 };
      await engine.start(job);
      await eventually(async () => (await engine.find(job)) === 'ended');
      expect(await engine.find(next)).toBe('unknown');
      await engine.start(next);
      await eventually(async () => (await engine.find(next)) === 'ended');
      expect(probe.executions(job).map((execution) => execution.job)).toEqual([job, next]);
    });

    test('a job that fails again and again is not tried any more once it was cancelled', async () => {
      const { engine, probe } = underTest();
      const job = newJob();
      probe.let(job, () => Promise.reject(new Error('never')));
      await engine.start(job);
      await eventually(() => probe.executions(job).length >= 2);
      await engine.cancel(job);
      const attempts = probe.executions(job).length;
      expect(await engine.find(job)).toBe('ended');
      await sleep(2 * aWhileMs);
      expect(probe.executions(job)).toHaveLength(attempts);
    });

    test('a job that is under way is pending, and ended for the engine as soon as it is cancelled', async () => {
      const { engine, probe } = underTest();
      const job = newJob();
      const held = Promise.withResolvers<void>();
      probe.let(job, () => held.promise);
      await engine.start(job);
      await eventually(() => probe.executions(job).length === 1);
      expect(await engine.find(job)).toBe('pending');
      await engine.cancel(job);
      await eventually(async () => (await engine.find(job)) === 'ended');
      held.resolve();
      await sleep(aWhileMs);
      expect(probe.executions(job)).toHaveLength(1);
    });

    test('a job that nobody knows is unknown, and cancelling it, or one that has ended, is no error', async () => {
      const { engine } = underTest();
      const [unknown, ended] = [newJob(), newJob()];
      expect(await engine.find(unknown)).toBe('unknown');
      await engine.cancel(unknown);
      expect(await engine.find(unknown)).toBe('unknown');
      await engine.start(ended);
      await eventually(async () => (await engine.find(ended)) === 'ended');
      await engine.cancel(ended);
      expect(await engine.find(ended)).toBe('ended');
    });

    test('a job that fails is tried until it passes, with growing pauses', async () => {
      const { engine, probe } = underTest();
      const job = newJob();
      probe.let(job, async () => {
        if (probe.executions(job).length < 4) throw new Error('not yet');
      });
      await engine.start(job);
      await eventually(async () => (await engine.find(job)) === 'ended');
      const times = probe.executions(job).map(({ at }) => at);
      expect(times).toHaveLength(4);
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      // 100, 200, 400; an engine may take a little off so that not all come at once.
      expect(pauses[0]).toBeGreaterThanOrEqual(50);
      expect(pauses[2]).toBeGreaterThanOrEqual(200);
    });

    test('every call is refused as unavailable within its timeout while the engine is away', async () => {
      const { engine, goAway } = underTest();
      const away = { kind: 'unavailable', code: 'engine_away' };
      const comeBack = goAway();
      try {
        const startedAt = performance.now();
        const calls = [engine.ping(), engine.start(newJob()), engine.cancel(newJob()), engine.find(newJob())];
        await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(away)));
        expect(performance.now() - startedAt).toBeLessThan(4_000);
      } finally {
        comeBack();
      }
      await eventually(() => engine.ping());
    });
  });
}
