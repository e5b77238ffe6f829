// Processes that start together don't log warnings about each other at first. A lasting outage is still
// reported.
import { afterEach, expect, test } from 'vitest';
import type { RunEngine } from '../../src/core/runs/index.ts';
import { startHeartbeat } from '../../src/engine/restate/heartbeat.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { repeat } from '../../src/lib/process/repeat.ts';
import { eventually } from '../harness/eventually.ts';
import { capturedLog } from './captured-log.ts';

const longMs = 60_000;
const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** Returns work that fails this many times and then succeeds, and the number of calls so far. */
function failing(times: number) {
  let calls = 0;
  return {
    calls: () => calls,
    work: async () => {
      if (++calls <= times) throw new Error('not there yet');
    },
  };
}

function repeated(times: number, patienceMs: number) {
  const { logger, messages } = capturedLog();
  const job = failing(times);
  const { stop } = repeat('a job', 1, logger, job.work, { patienceMs });
  stops.push(stop);
  return { ...job, messages };
}

test('a job that fails only at startup logs neither the failure nor the recovery', async () => {
  const { calls, messages } = repeated(5, longMs);
  await eventually(() => calls() > 7);
  expect(messages()).toEqual([]);
});

test('a job that keeps failing beyond the startup period logs the failure once and the recovery once', async () => {
  const { calls, messages } = repeated(200, 20);
  await eventually(() => calls() > 205);
  expect(messages()).toEqual(['job failed, retrying', 'job recovered']);
});

function beating(times: number, patienceMs: number) {
  const { work, calls } = failing(times);
  const reported: boolean[] = [];
  const engine = { ping: work } as unknown as RunEngine;
  const onChange = ({ ok }: { ok: boolean }) => reported.push(ok);
  const heartbeat = startHeartbeat(engine, { everyMs: 1, patienceMs, clock: systemClock, onChange });
  stops.push(heartbeat.stop);
  return { calls, reported, heartbeat };
}

test('an engine that becomes available during startup is reported as available, and nothing else is logged', async () => {
  const { calls, reported, heartbeat } = beating(5, longMs);
  expect(heartbeat.state().ok).toBe(false);
  await eventually(() => calls() > 7);
  expect(reported).toEqual([true]);
});

test('an engine that stays unavailable is reported, and so is its recovery', async () => {
  const { calls, reported } = beating(200, 20);
  await eventually(() => calls() > 205);
  expect(reported).toEqual([false, true]);
});
