import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RunEngine, RunJob } from '../../src/core/runs/index.ts';
import { uuid7 } from '../../src/lib/crypto/uuid7.ts';
import type { RunId, WorkspaceId } from '../../src/lib/ids.ts';
import { eventually } from '../harness/eventually.ts';

/** Creates a job for a new run. */
export const newJob = (fence = 1): RunJob => ({
  workspace: 7 as WorkspaceId,
  run: uuid7(Date.now()) as RunId,
  fence,
});

/** Records which jobs are executed and when, and makes runs fail or wait on request. */
export function createProbe() {
  const seen: { job: RunJob; at: number }[] = [];
  const behaviors = new Map<string, () => Promise<void>>();
  return {
    async executeRun(job: RunJob): Promise<void> {
      seen.push({ job, at: Date.now() });
      await behaviors.get(job.run)?.();
    },
    /** Sets what executing this run does. By default, it does nothing. */
    let: (job: RunJob, behavior: () => Promise<void>) => void behaviors.set(job.run, behavior),
    /** Returns every execution of this run, one entry per attempt. */
    executions: (job: RunJob) => seen.filter((entry) => entry.job.run === job.run),
  };
}

export type Probe = ReturnType<typeof createProbe>;

interface EngineUnderTest {
  readonly engine: RunEngine;
  readonly probe: Probe;
  /** Makes the engine unavailable until the returned function is called. */
  goAway(): () => void;
}

/** Submits jobs. A busy engine may respond too late; submitting a job again has no effect. */
const submit = (engine: RunEngine, ...jobs: RunJob[]) => eventually(() => engine.start(...jobs));

/** Long enough for an engine to show unwanted behavior. */
const aWhileMs = 400;

/** The behavior required of every engine behind the port: Restate, and the fake engine that other tests use. */
export function describeRunEngine(name: string, underTest: () => EngineUnderTest): void {
  describe(`the engine port, ${name}:`, () => {
    test('responds to a ping', async () => {
      await underTest().engine.ping();
    });

    test('executes a job once, unchanged, and then reports it as ended', async () => {
      const { engine, probe } = underTest();
      const job = newJob(3);
      await submit(engine, job);
      await eventually(async () => (await engine.find(job)) === 'ended');
      expect(probe.executions(job).map((execution) => execution.job)).toEqual([job]);
    });

    test('executes a job once even if it is submitted twice, concurrently or after it has ended', async () => {
      const { engine, probe } = underTest();
      const job = newJob();
      await Promise.all([engine.start(job), engine.start(job)]);
      await eventually(async () => (await engine.find(job)) === 'ended');
      await submit(engine, job);
      await sleep(aWhileMs);
      expect(probe.executions(job)).toHaveLength(1);
    });

    test('executes all jobs in a batch and retries only the failing one', async () => {
      const { engine, probe } = underTest();
      const jobs = Array.from({ length: 20 }, () => newJob());
      const [failing] = jobs as [RunJob];
      probe.let(failing, async () => {
        if (probe.executions(failing).length < 3) throw new Error('not yet');
      });
      await submit(engine, ...jobs);
      await eventually(() => probe.executions(failing).length === 3);
      for (const job of jobs) expect(probe.executions(job).map((one) => one.job)).toContainEqual(job);
    });

    test('treats another fence of the same run as another job', async () => {
      const { engine, probe } = underTest();
      const job = newJob(1);
      const next = { ...job, fence: 2 };
      await submit(engine, job);
      await eventually(async () => (await engine.find(job)) === 'ended');
      expect(await engine.find(next)).toBe('unknown');
      await submit(engine, next);
      await eventually(async () => (await engine.find(next)) === 'ended');
      expect(probe.executions(job).map((execution) => execution.job)).toEqual([job, next]);
    });

    test('stops retrying a failing job once it is cancelled', async () => {
      const { engine, probe } = underTest();
      const job = newJob();
      probe.let(job, () => Promise.reject(new Error('never')));
      await submit(engine, job);
      await eventually(() => probe.executions(job).length >= 2);
      await engine.cancel(job);
      const attempts = probe.executions(job).length;
      expect(await engine.find(job)).toBe('ended');
      await sleep(2 * aWhileMs);
      expect(probe.executions(job)).toHaveLength(attempts);
    });

    test('reports a running job as pending, and as ended as soon as it is cancelled', async () => {
      const { engine, probe } = underTest();
      const job = newJob();
      const gate = Promise.withResolvers<void>();
      probe.let(job, () => gate.promise);
      await submit(engine, job);
      await eventually(() => probe.executions(job).length === 1);
      expect(await engine.find(job)).toBe('pending');
      await engine.cancel(job);
      await eventually(async () => (await engine.find(job)) === 'ended');
      gate.resolve();
      await sleep(aWhileMs);
      expect(probe.executions(job)).toHaveLength(1);
    });

    test('reports an unknown job as unknown, and cancelling an unknown or ended job is not an error', async () => {
      const { engine } = underTest();
      const [unknown, ended] = [newJob(), newJob()];
      expect(await engine.find(unknown)).toBe('unknown');
      await engine.cancel(unknown);
      expect(await engine.find(unknown)).toBe('unknown');
      await submit(engine, ended);
      await eventually(async () => (await engine.find(ended)) === 'ended');
      await engine.cancel(ended);
      expect(await engine.find(ended)).toBe('ended');
    });

    test('retries a failing job with growing pauses until it succeeds', async () => {
      const { engine, probe } = underTest();
      const job = newJob();
      probe.let(job, async () => {
        if (probe.executions(job).length < 4) throw new Error('not yet');
      });
      await submit(engine, job);
      await eventually(async () => (await engine.find(job)) === 'ended');
      const times = probe.executions(job).map(({ at }) => at);
      expect(times).toHaveLength(4);
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      // 100, 200, 400 ms; an engine may subtract some jitter.
      expect(pauses[0]).toBeGreaterThanOrEqual(50);
      expect(pauses[2]).toBeGreaterThanOrEqual(200);
    });

    test('rejects every call as unavailable within its timeout while the engine is unavailable', async () => {
      const { engine, goAway } = underTest();
      const engineAway = { kind: 'unavailable', code: 'engine_away' };
      const comeBack = goAway();
      try {
        const startedAt = performance.now();
        const calls = [engine.ping(), engine.start(newJob()), engine.cancel(newJob()), engine.find(newJob())];
        await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(engineAway)));
        expect(performance.now() - startedAt).toBeLessThan(4_000);
      } finally {
        comeBack();
      }
      await eventually(() => engine.ping());
    });
  });
}
