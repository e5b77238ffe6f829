// Metrics, traces and log lines for runs (docs/design/telemetry.md).
import { expect, test } from 'vitest';
import { measureEngine, measureMailer } from '../../src/app/measured.ts';
import { retryRun, selectBacklog } from '../../src/core/runs/index.ts';
import { RunExecutor } from '../../src/engine/interpreter/execute-runs.ts';
import { createRunWatch } from '../../src/engine/interpreter/run-observer.ts';
import { unavailable } from '../../src/lib/errors.ts';
import { MailFailure } from '../../src/lib/mail.ts';
import { createMetrics } from '../../src/lib/telemetry/metrics.ts';
import { capturedLog } from '../engine/captured-log.ts';
import { closedOutside } from '../harness/closed-outside.ts';
import { createFakeEngine } from '../harness/servers/fake-engine.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { operator } from './run-actions.ts';
import { buildStage, newRun, newRuns, nothing, rowOf, useRunDoors } from './run-stage.ts';

const database = useTestDatabase();
const doors = useRunDoors(database);
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const failing = { name: 'fail', type: 'stop', as: 'failed', message: 'No.' };

async function watched(steps: readonly unknown[]) {
  const { context } = database.current;
  const stage = await buildStage(context, steps);
  const run = await newRun(database.current, stage, { trace: traceparent });
  await doors.queue().accept(run);
  const [metrics, log] = [createMetrics(), capturedLog()];
  const watch = createRunWatch({ metrics, tracing: undefined, logger: log.logger });
  const job = { workspace: run.workspace, run: run.id, fence: 0 };
  const executor = new RunExecutor({ outside: closedOutside, logger: log.logger, watch });
  await executor.execute(context, [job]);
  return { stage, job, text: await metrics.registry.metrics(), log };
}

test('a finished run is counted by status, with its steps, and logged with its id', async () => {
  const { job, text, log } = await watched([nothing]);
  expect(text).toContain('hark_run_start_delay_seconds_count 1');
  expect(text).toContain('hark_run_duration_seconds_count{status="succeeded"} 1');
  expect(text).toContain('hark_step_duration_seconds_count{type="set",status="succeeded"} 1');
  expect(log.lines().map((line) => JSON.parse(line))).toMatchObject([
    { run_id: job.run, workspace_id: job.workspace, status: 'succeeded', msg: 'run ended' },
  ]);
});

test('runs that finish in a batch are counted and logged like any other', async () => {
  const { context } = database.current;
  const stage = await buildStage(context, [nothing]);
  const runs = await newRuns(database.current, stage, 3);
  for (const run of runs) await doors.queue().accept(run);
  const [metrics, log] = [createMetrics(), capturedLog()];
  const watch = createRunWatch({ metrics, tracing: undefined, logger: log.logger });
  const executor = new RunExecutor({ outside: closedOutside, logger: log.logger, watch });
  await executor.execute(
    context,
    runs.map(({ workspace, id }) => ({ workspace, run: id, fence: 0 })),
  );
  expect(await metrics.registry.metrics()).toContain('hark_run_duration_seconds_count{status="succeeded"} 3');
  expect(log.lines()).toHaveLength(3);
});

test('a failed run is counted as failed', async () => {
  const { text } = await watched([nothing, failing]);
  expect(text).toContain('hark_run_duration_seconds_count{status="failed"} 1');
  expect(text).toContain('hark_run_duration_seconds_count{status="succeeded"} 0');
});

test("a request's trace is stored with its run and with the run's retries", async () => {
  const { stage, job } = await watched([failing]);
  expect(await rowOf(database.current, job)).toMatchObject({ trace: traceparent });
  const { context, workspace } = stage;
  const address = { workspace: workspace.id, run: job.run };
  const { run: retried } = await retryRun(context, operator, address, {
    from: 'start',
    repeatCalls: false,
  });
  expect(await rowOf(database.current, { run: retried })).toMatchObject({ trace: traceparent });
});

test('traced and untraced requests share a batch', async () => {
  const stage = await buildStage(database.current.context);
  const traced = await newRun(database.current, stage, { trace: traceparent });
  const other = await newRun(database.current, stage);
  const queue = doors.queue();
  await Promise.all([queue.accept(traced), queue.accept(other)]);
  expect(await rowOf(database.current, { run: traced.id })).toMatchObject({ trace: traceparent });
  expect(await rowOf(database.current, { run: other.id })).toMatchObject({ trace: null });
});

test('queued runs are counted with their age, whether dispatched or not', async () => {
  const before = await selectBacklog(doors.dispatch(), { lateBefore: new Date(), most: 1_000 });
  const stage = await buildStage(database.current.context);
  const queue = doors.queue();
  await queue.accept(await newRun(database.current, stage, { isSent: true }));
  await queue.accept(await newRun(database.current, stage));
  const after = await selectBacklog(doors.dispatch(), { lateBefore: new Date(), most: 1_000 });
  expect(after.queued).toBe(before.queued + 2);
  expect(after.oldestQueuedAt).toBeInstanceOf(Date);
});

test('engine requests are timed by outcome, and runs are counted by the process that dispatched them', async () => {
  const metrics = createMetrics();
  const engine = createFakeEngine({ executeRun: async () => undefined });
  const { workspace } = await buildStage(database.current.context);
  const run = await newRun(database.current, await buildStage(database.current.context));
  const measured = measureEngine(engine, metrics, 'reconciler');
  await measured.start({ workspace: workspace.id, run: run.id, fence: 0 });
  engine.goAway();
  await expect(measured.ping()).rejects.toThrow(unavailable('x', 'The engine does not answer.').message);
  const text = await metrics.registry.metrics();
  expect(text).toContain('hark_runs_handed_over_total{by="reconciler"} 1');
  expect(text).toContain(
    'hark_engine_request_duration_seconds_count{operation="start",outcome="answered"} 1',
  );
  expect(text).toContain('hark_engine_request_duration_seconds_count{operation="ping",outcome="away"} 1');
});

test('emails are counted as sent, deferred or refused', async () => {
  const metrics = createMetrics();
  const outcomes = [undefined, new MailFailure('later', true), new MailFailure('never', false)];
  const send = async () => {
    const failure = outcomes.shift();
    if (failure) throw failure;
    return { messageId: '<1@hark.test>', rejected: [] };
  };
  const mailer = measureMailer({ send }, metrics);
  const mail = { to: 'a@example.test', subject: '', text: '', id: '1' };
  await mailer?.send(mail);
  await expect(mailer?.send(mail)).rejects.toThrow('later');
  await expect(mailer?.send(mail)).rejects.toThrow('never');
  const text = await metrics.registry.metrics();
  for (const outcome of ['sent', 'deferred', 'refused']) {
    expect(text).toContain(`hark_mails_total{outcome="${outcome}"} 1`);
  }
});

test('a failed job is counted, and the time of its last success is kept', async () => {
  const metrics = createMetrics();
  let isBroken = false;
  const job = metrics.watchJob('tidy', 2_000, async () => {
    if (isBroken) throw new Error('no');
  });
  await job();
  const seen = /hark_upkeep_last_success_timestamp_seconds\{task="tidy"\} (\S+)/;
  const [, before] = seen.exec(await metrics.registry.metrics()) ?? [];
  isBroken = true;
  await expect(job()).rejects.toThrow('no');
  const text = await metrics.registry.metrics();
  expect(seen.exec(text)?.[1]).toBe(before);
  expect(text).toContain('hark_upkeep_failures_total{task="tidy"} 1');
  expect(text).toContain('hark_upkeep_interval_seconds{task="tidy"} 2');
});
