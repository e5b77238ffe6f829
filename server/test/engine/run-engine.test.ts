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

// One engine for the whole suite: every test has runs of its own.
beforeAll(async () => {
  server = await startRestateServer({ dataDir, logger: engineLog.logger });
  worker = await startWorker({
    host: '127.0.0.1',
    port: 0,
    adminUrl: server.adminUrl,
    version: '1.0.0',
    clock: systemClock,
    logger: workerLog.logger,
    executeRuns: oneByOne(probe.executeRun),
  });
  await eventually(() => createRestateEngine(server).ping());
}, 60_000);

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

/** Rows of the engine's own tables. */
async function query(sql: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${server.adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: sql }),
  });
  return ((await response.json()) as { rows: Record<string, unknown>[] }).rows;
}

describe('the service of runs', () => {
  test('is registered to be tried for minutes and then given up, to be silent for minutes, and to leave no journal', async () => {
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

  test('tells the engine nothing of why a run could not go on; the log says it', async () => {
    const engine = createRestateEngine(server);
    const job = newJob();
    probe.let(job, () => Promise.reject(new Error('canary@example.com is taken')));
    await engine.start(job);
    await eventually(() => probe.executions(job).length >= 2);
    const rows = await eventually(async () => {
      const found = await query(
        `select * from sys_invocation where idempotency_key = '${job.workspace}.${job.run}.1'`,
      );
      return JSON.stringify(found).includes('log says why') && found;
    });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('canary');
    expect(engineLog.lines().join('\n')).not.toContain('canary');
    // It may have been left out for another's sake: at most one line a second.
    const told = () => workerLog.lines().some((line) => line.includes('canary') && line.includes(job.run));
    await eventually(told);
    await engine.cancel(job);
  });

  test('keeps no place for a run with a trouble that stays: its job ends, and so do those beside it', async () => {
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

  test('says at most once a second that runs could not go on, however many they are', async () => {
    const engine = createRestateEngine(server);
    const jobs = Array.from({ length: 20 }, () => newJob());
    for (const job of jobs) {
      probe.let(job, async () => {
        if (probe.executions(job).length < 4) throw new Error('the database is away');
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

  test('ends what is not a job of ours instead of trying it for ever', async () => {
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
  test('still executes a failing job after it was killed', async () => {
    const engine = createRestateEngine(server);
    const failing = newJob();
    let isMended = false;
    probe.let(failing, async () => {
      if (!isMended) throw new Error('not yet');
    });
    await engine.start(failing);
    await eventually(() => probe.executions(failing).length >= 2);

    const killed = server.pid();
    kill(killed);
    await eventually(() => server.pid() !== undefined && server.pid() !== killed);
    isMended = true;
    await eventually(async () => (await engine.find(failing)) === 'ended');
  });

  test('that lost its disk knows no job, and takes it again', async () => {
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

  test('without a worker takes no job and says what to start', async () => {
    const engine = createRestateEngine(await startEngine());
    await expect(engine.start(newJob())).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('hark work'),
    });
    expect(await engine.find(newJob())).toBe('unknown');
  });

  test('without its admin address cannot take a job back, and says which setting is missing', async () => {
    const engine = createRestateEngine({ ingressUrl: server.ingressUrl });
    await expect(engine.cancel(newJob())).rejects.toMatchObject({
      kind: 'fault',
      message: expect.stringContaining('RESTATE_ADMIN_URL'),
    });
  });

  test('takes more jobs at once than one connection carries at a time', async () => {
    const engine = createRestateEngine(server);
    const jobs = Array.from({ length: 250 }, () => newJob());
    // On a busy machine some may have to be given again.
    await Promise.all(jobs.map((job) => eventually(() => engine.start(job))));
    await eventually(() => jobs.every((job) => probe.executions(job).length === 1));
  });
});
