import { expect, test } from 'vitest';
import type { StepAttempt } from '../../src/core/runs/index.ts';
import { planRetry, readRetryAfter } from '../../src/engine/interpreter/calls/retry-plan.ts';

const now = new Date('2026-11-15T12:00:00Z');

/** Lets a step fail until it is not tried again. @returns the gaps in seconds, and the end */
function failing(random: number, retryAfterMs?: number, mostAttempts = 10) {
  const gaps: number[] = [];
  const attempts: StepAttempt[] = [];
  for (let at = now; ; ) {
    attempts.push({ at: at.toISOString(), ms: 0, error: 'no' });
    const plan = planRetry({ attempts, mostAttempts, retryAfterMs, now: at, random: () => random });
    if ('why' in plan) return { gaps, why: plan.why, calls: attempts.length };
    gaps.push(Math.round((plan.at.getTime() - at.getTime()) / 1_000));
    at = plan.at;
  }
}

test('ten attempts, the first gap five seconds, then growing up to eight hours', () => {
  expect(failing(0.5)).toEqual({
    gaps: [5, 25, 125, 625, 3_125, 15_625, 28_800, 28_800, 28_800],
    why: 'That was attempt 10, the last.',
    calls: 10,
  });
});

test('a gap is up to a fifth shorter or longer', () => {
  expect(failing(0).gaps.slice(0, 3)).toEqual([4, 20, 100]);
  expect(failing(0.999_999).gaps.slice(0, 3)).toEqual([6, 30, 150]);
});

test('what a server asks for is waited for, never less, and three days are the end', () => {
  const { gaps, why } = failing(0.5, 20 * 3_600_000);
  expect(gaps.every((gap) => gap >= 72_000)).toBe(true);
  expect(gaps.length).toBe(3);
  expect(why).toBe('The server asks to wait for 72000 seconds, and a step is tried for three days at most.');
  expect(failing(0.5, 1_000).gaps[0]).toBe(5);
  expect(failing(0.5, 366 * 86_400_000)).toMatchObject({ gaps: [], calls: 1 });
});

test('one attempt is one', () => {
  expect(failing(0.5, undefined, 1)).toEqual({ gaps: [], why: 'It is not tried again.', calls: 1 });
});

test('an attempt whose outcome nobody knows does not count', () => {
  const attempts = [
    { at: now.toISOString(), interrupted: true as const },
    { at: now.toISOString(), ms: 1 },
  ];
  expect(planRetry({ attempts, mostAttempts: 2, retryAfterMs: undefined, now, random: () => 0.5 })).toEqual({
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
])('Retry-After %s', (value, expected) => {
  expect(readRetryAfter(value, now)).toBe(expected);
});
