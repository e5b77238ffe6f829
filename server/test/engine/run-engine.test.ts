import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunJob } from '../../src/core/runs/index.ts';
import { createRestateEngine } from '../../src/engine/restate/restate-engine.ts';
import { type RestateServer, startRestateServer } from '../../src/engine/restate/restate-server.ts';
import { startWorker, type Worker } from '../../src/engine/worker.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { fault } from '../../src/lib/errors.ts';
import { eventually } from '../harness/eventually.ts';
import { capturedLog } from './captured-log.ts';
import { oneByOne, startEngine, startWorkerFor } from './installation.ts';
import { kill } from './kill.ts';
import { createProbe, describeRunEngine, newJob } from './run-engine.conformance.ts';

const probe = createProbe();
const dataDir = mkdtempSync(join(tmpdir(), 'hark-engine-'));
const engineLog = capturedLog();
const workerLog = capturedLog();
let server: RestateServer;
let worker: Worker;

// One engine for the whole suite: every test uses its own runs.
beforeAll(async () => {
  server = await startRestateServer({ dataDir, logger: engineLog.logger });
  worker = await startWorker({
    host: '127.0.0.1',
    port: 0,
    adminUrl: server.adminUrl,
    engine: createRestateEngine(server),
    version: '1.0.0',
    clock: systemClock,
    logger: workerLog.logger,
    executeRuns: oneByOne(probe.executeRun),
  });
  await eventually(() => createRestateEngine(server).ping());
});

afterAll(async () => {
  await worker?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describeRunEngine('Restate', () => ({
  engine: createRestateEngine(server),
  probe,
  goAway() {
    const pid = server.pid();
    kill(pid, 'SIGSTOP');
    return () => kill(pid, 'SIGCONT');
  },
}));

/** Queries the engine's internal tables. */
async function query(sql: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${server.adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: sql }),
  });
  return ((await response.json()) as { rows: Record<string, unknown>[] }).rows;
}

describe('the runs service', () => {
  test('is registered with bounded retries, long inactivity timeouts and no journal retention', async () => {
    const response = await fetch(`${server.adminUrl}/services/runs`);
    const { handlers } = (await response.json()) as { handlers: unknown[] };
    expect(handlers).toMatchObject([
      {
        name: 'execute',
        retry_policy: {
          initial_interval: '100ms',
          exponentiation_factor: 2,
          max_interval: '10s',
          max_attempts: 60,
          on_max_attempts: 'Kill',
        },
        inactivity_timeout: '3m',
        abort_timeout: '10m',
        journal_retention: '0s',
        idempotency_retention: '10m',
      },
    ]);
  });

  test("doesn't send the engine the reason why a run failed, and only logs it", async () => {
    const engine = createRestateEngine(server);
    const job = newJob();
    probe.let(job, () => Promise.reject(new Error('canary@example.com is taken')));
    await engine.start(job);
    await eventually(() => probe.executions(job).length >= 2);
    const rows = await eventually(async () => {
      const found = await query(
        `select * from sys_invocation where idempotency_key = '${job.workspace}.${job.run}.1'`,
      );
      return JSON.stringify(found).includes("see the worker's log") && found;
    });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('canary');
    expect(engineLog.lines().join('\n')).not.toContain('canary');
    // The log line may have been suppressed in favor of another run's line, because at most one is logged a
    // second.
    const told = () => workerLog.lines().some((line) => line.includes('canary') && line.includes(job.run));
    await eventually(told);
    await engine.cancel(job);
  });

  test("ends the job of a run that can't be read, so it doesn't block the other runs in its batch", async () => {
    const engine = createRestateEngine(server);
    const [broken, ...others] = Array.from({ length: 3 }, () => newJob()) as [RunJob, RunJob, RunJob];
    probe.let(broken, () => Promise.reject(fault('broken', 'It cannot be read.')));
    await engine.start(broken);
    await eventually(async () => (await engine.find(broken)) === 'ended');
    await engine.start({ ...broken, fence: 2 }, ...others);
    await eventually(() => others.every((job) => probe.executions(job).length === 1));
    await sleep(1_000);
    expect(probe.executions(broken)).toHaveLength(2);
  });

  test('logs run failures at most once a second, regardless of how many runs fail', async () => {
    const engine = createRestateEngine(server);
    const jobs = Array.from({ length: 20 }, () => newJob());
    for (const job of jobs) {
      probe.let(job, async () => {
        if (probe.executions(job).length < 4) throw new Error('the database is unavailable');
      });
    }
    const warnings = () =>
      [...workerLog.lines(), ...engineLog.lines()].filter((line) => JSON.parse(line).level >= 40).length;
    const before = warnings();
    const startedAt = performance.now();
    await Promise.all(jobs.map((job) => eventually(() => engine.start(job))));
    await eventually(() => jobs.every((job) => probe.executions(job).length === 4));
    expect(warnings() - before).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1_000);
  });

  test('rejects malformed jobs instead of retrying them', async () => {
    for (const body of [null, {}, { ...newJob(), run: 'no-uuid' }, { ...newJob(), fence: -1 }]) {
      const response = await fetch(`${server.ingressUrl}/runs/execute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
    }
  });
});

describe('Restate as the engine', () => {
  test('still executes a failing job after being killed', async () => {
    const engine = createRestateEngine(server);
    const failing = newJob();
    let isFixed = false;
    probe.let(failing, async () => {
      if (!isFixed) throw new Error('not yet');
    });
    await engine.start(failing);
    await eventually(() => probe.executions(failing).length >= 2);

    const killed = server.pid();
    kill(killed);
    await eventually(() => server.pid() !== undefined && server.pid() !== killed);
    isFixed = true;
    await eventually(async () => (await engine.find(failing)) === 'ended');
  });

  test('no longer knows earlier jobs after it lost its disk, and accepts them again', async () => {
    const own = createProbe();
    const lost = await startEngine();
    await startWorkerFor(lost, { executeRun: own.executeRun });
    const engine = createRestateEngine(lost);
    const job = newJob();
    await eventually(() => engine.start(job));
    await eventually(async () => (await engine.find(job)) === 'ended');

    kill(lost.pid());
    await eventually(() => lost.pid() === undefined);
    rmSync(lost.dataDir, { recursive: true });
    await eventually(async () => (await engine.find(job)) === 'unknown');
    await eventually(() => engine.start(job));
    await eventually(() => own.executions(job).length === 2);
  });

  test('without a worker rejects jobs, and the error names the command to run', async () => {
    const engine = createRestateEngine(await startEngine());
    await expect(engine.start(newJob())).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('hark work'),
    });
    expect(await engine.find(newJob())).toBe('unknown');
  });

  test("without its admin URL can't cancel a job, and the error names the missing setting", async () => {
    const engine = createRestateEngine({ ingressUrl: server.ingressUrl });
    await expect(engine.cancel(newJob())).rejects.toMatchObject({
      kind: 'fault',
      message: expect.stringContaining('RESTATE_ADMIN_URL'),
    });
  });

  test('accepts more concurrent jobs than one connection allows', async () => {
    const engine = createRestateEngine(server);
    const jobs = Array.from({ length: 250 }, () => newJob());
    // On a busy machine some jobs may have to be submitted again.
    await Promise.all(jobs.map((job) => eventually(() => engine.start(job))));
    await eventually(() => jobs.every((job) => probe.executions(job).length === 1));
  });
});
