// What starts together finds each other before anybody is warned; what does not come is told.
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

/** Something that fails so often, and then works; and how often it was asked. */
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

test('a job that fails at the start is not told, nor that it works', async () => {
  const { calls, messages } = repeated(5, longMs);
  await eventually(() => calls() > 7);
  expect(messages()).toEqual([]);
});

test('a job that still fails when the patience is over is told once, and its end too', async () => {
  const { calls, messages } = repeated(200, 20);
  await eventually(() => calls() > 205);
  expect(messages()).toEqual(['the job failed; it is tried again', 'the job works again']);
});

function beating(times: number, patienceMs: number) {
  const { work, calls } = failing(times);
  const told: boolean[] = [];
  const engine = { ping: work } as unknown as RunEngine;
  const onChange = ({ ok }: { ok: boolean }) => told.push(ok);
  const heartbeat = startHeartbeat(engine, { everyMs: 1, patienceMs, clock: systemClock, onChange });
  stops.push(heartbeat.stop);
  return { calls, told, heartbeat };
}

test('an engine that comes a moment later answers, and nothing else is told', async () => {
  const { calls, told, heartbeat } = beating(5, longMs);
  expect(heartbeat.state().ok).toBe(false);
  await eventually(() => calls() > 7);
  expect(told).toEqual([true]);
});

test('an engine that stays away is told, and its coming too', async () => {
  const { calls, told } = beating(200, 20);
  await eventually(() => calls() > 205);
  expect(told).toEqual([false, true]);
});
