import { expect, test } from 'vitest';
import type { StepAttempt } from '../../src/core/runs/index.ts';
import { planRetry } from '../../src/engine/interpreter/calls/retry-plan.ts';
import { readRetryAfter } from '../../src/lib/egress/retry-after.ts';

const now = new Date('2026-11-15T12:00:00Z');

/** Fails a step until it isn't retried anymore. @returns the gaps in seconds, and why retrying stopped */
function failing(random: number, retryAfterMs?: number, maxAttempts = 10) {
  const gaps: number[] = [];
  const attempts: StepAttempt[] = [];
  for (let at = now; ; ) {
    attempts.push({ at: at.toISOString(), ms: 0, error: 'no' });
    const plan = planRetry({ attempts, maxAttempts, retryAfterMs, now: at, random: () => random });
    if ('why' in plan) return { gaps, why: plan.why, calls: attempts.length };
    gaps.push(Math.round((plan.at.getTime() - at.getTime()) / 1_000));
    at = plan.at;
  }
}

test('makes ten attempts, with gaps that grow from five seconds to eight hours', () => {
  expect(failing(0.5)).toEqual({
    gaps: [5, 25, 125, 625, 3_125, 15_625, 28_800, 28_800, 28_800],
    why: 'Attempt 10 was the last one.',
    calls: 10,
  });
});

test('varies each gap by up to a fifth in either direction', () => {
  expect(failing(0).gaps.slice(0, 3)).toEqual([4, 20, 100]);
  expect(failing(0.999_999).gaps.slice(0, 3)).toEqual([6, 30, 150]);
});

test('waits at least as long as Retry-After requires, and stops retrying after three days', () => {
  const { gaps, why } = failing(0.5, 20 * 3_600_000);
  expect(gaps.every((gap) => gap >= 72_000)).toBe(true);
  expect(gaps.length).toBe(3);
  expect(why).toBe('The server asked to wait 72000 seconds, but a step is retried for at most three days.');
  expect(failing(0.5, 1_000).gaps[0]).toBe(5);
  expect(failing(0.5, 366 * 86_400_000)).toMatchObject({ gaps: [], calls: 1 });
});

test('a limit of one attempt means no retry', () => {
  expect(failing(0.5, undefined, 1)).toEqual({ gaps: [], why: 'The step is not retried.', calls: 1 });
});

test("an attempt with an unknown outcome doesn't count", () => {
  const attempts = [
    { at: now.toISOString(), interrupted: true as const },
    { at: now.toISOString(), ms: 1 },
  ];
  expect(planRetry({ attempts, maxAttempts: 2, retryAfterMs: undefined, now, random: () => 0.5 })).toEqual({
    at: new Date(now.getTime() + 5_000),
  });
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Sun, 15 Nov 2026 12:01:00 GMT', 60_000],
  ['Sun, 15 Nov 2020 12:01:00 GMT', 0],
  ['-5', undefined],
  ['1e9', undefined],
  ['soon', undefined],
  ['2027-01-01', undefined],
  ['999999999999999', 999_999_999_999_999_000],
  [undefined, undefined],
])('parses Retry-After %s', (value, expected) => {
  expect(readRetryAfter(value, now)).toBe(expected);
});
