// The time axis of the console's charts.
import { afterEach, expect, test, vi } from 'vitest';
import { timeTicks } from '../web/src/components/charts/time-axis.ts';

const hourMs = 3_600_000;
afterEach(() => {
  vi.unstubAllEnvs();
});

const ticksOf = (since: string, slotMs: number, slots: number, isCurrent = true) => {
  const axis = { since: Date.parse(since), slotMs, slots, isCurrent };
  return timeTicks(axis).map(({ at, label }) => ({
    label,
    at: new Date(axis.since + at * slots * slotMs),
  }));
};
const hours = (ticks: readonly { at: Date }[]) => ticks.map(({ at }) => at.getHours());

test('a day has a label every three hours, at whole local hours, and ends now', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const ticks = ticksOf('2026-03-01T10:30:00Z', hourMs / 2, 48);
  expect(ticks.at(-1)?.label).toBe('Now');
  const whole = ticks.slice(0, -1);
  expect(hours(whole)).toEqual([18, 21, 0, 3, 6, 9, 12]);
  expect(whole.every(({ at }) => at.getMinutes() === 0)).toBe(true);
});

test('a week has a label at the start of every local day, also when the clocks change', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const ticks = ticksOf('2026-03-05T12:00:00Z', 3 * hourMs, 56).slice(0, -1);
  expect(ticks.map(({ at }) => at.getDate())).toEqual([6, 7, 8, 9, 10, 11]);
  expect(new Set(hours(ticks))).toEqual(new Set([0]));
});

test('a month has a label every five days', () => {
  vi.stubEnv('TZ', 'UTC');
  const ticks = ticksOf('2026-03-01T00:00:00Z', 24 * hourMs, 30).slice(0, -1);
  expect(ticks.map(({ at }) => at.getDate())).toEqual([2, 7, 12, 17, 22, 27]);
});

test('a fixed time range ends without “Now”', () => {
  vi.stubEnv('TZ', 'UTC');
  const ticks = ticksOf('2026-03-01T10:00:00Z', 60_000, 30, false);
  expect(ticks.map(({ at }) => at.getMinutes())).toEqual([0, 5, 10, 15, 20, 25, 30]);
});

test('a minute has a label every ten seconds', () => {
  vi.stubEnv('TZ', 'UTC');
  const ticks = ticksOf('2026-03-01T10:00:07Z', 1_000, 60).slice(0, -1);
  expect(ticks.map(({ at }) => at.getSeconds())).toEqual([10, 20, 30, 40, 50, 0]);
});
