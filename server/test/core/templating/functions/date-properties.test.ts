import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calendarDay,
  dayNumber,
  isoWeek,
  isoWeekday,
} from '../../../../src/core/templating/functions/calendar.ts';
import { isDate, makeDate, printDate } from '../../../../src/core/templating/functions/date-value.ts';
import {
  addToDate,
  diffDates,
  formatDate,
  readDate,
} from '../../../../src/core/templating/functions/dates.ts';
import { TemplateProblem } from '../../../../src/core/templating/template-error.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  '+05:30',
];
const year1970 = 0;
const year2100 = Date.UTC(2100, 0);
const zone = fc.constantFrom(...zones);
const anyMoment = fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9000, 0) });
/**
 * Generates times. Half of them are near 1 a.m. UTC on the last days of March and October, when most clocks
 * change.
 */
const moment = fc.oneof(
  fc.integer({ min: year1970, max: year2100 }),
  fc
    .tuple(fc.integer({ min: 1970, max: 2099 }), fc.constantFrom(2, 9), fc.integer({ min: 20, max: 35 }))
    .chain(([year, month, day]) =>
      fc.integer({ min: -20_000, max: 20_000 }).map((s) => Date.UTC(year, month, day, 1) + s * 1000),
    ),
);
const unit = fc.constantFrom('seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years');
const context = (name: string) => ({ nowMs: 0, zone: name });

describe('generated dates', () => {
  test('the calendar agrees with the platform, and day numbers convert back to days', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (number) => {
        const date = new Date(number * 86_400_000);
        const day = calendarDay(number);
        expect(day).toEqual({
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
        });
        expect(dayNumber(day.year, day.month, day.day)).toBe(number);
        expect(isoWeekday(number) % 7).toBe(date.getUTCDay());
        expect(isoWeek(number + 7).week).toBe(
          isoWeek(number).year === isoWeek(number + 7).year ? isoWeek(number).week + 1 : 1,
        );
      }),
    );
  });

  test('Unix seconds written by `U` are read as the same time', () => {
    fc.assert(
      fc.property(anyMoment, zone, (ms, name) => {
        const written = formatDate(makeDate(ms, name), 'U');
        expect(readDate(written, context(name)).epochMs).toBe(Math.floor(ms / 1000) * 1000);
      }),
    );
  });

  test('a printed date is read as the same time, in any zone', () => {
    fc.assert(
      fc.property(moment, zone, zone, (ms, name, other) => {
        const seconds = Math.floor(ms / 1000) * 1000;
        expect(readDate(printDate(makeDate(seconds, name)), context(other)).epochMs).toBe(seconds);
      }),
    );
  });

  test('parsing a local time gives a date with the same local time', () => {
    fc.assert(
      fc.property(moment, zone, (ms, name) => {
        const wall = formatDate(makeDate(ms, name), 'Y-m-d H:i:s.v');
        const read = readDate(wall, context(name));
        expect(formatDate(read, 'Y-m-d H:i:s.v')).toBe(wall);
      }),
    );
  });

  test('adding days or larger units keeps the time of day, unless a clock change skips that time', () => {
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: -400, max: 400 }), (ms, name, days) => {
        const date = makeDate(ms, name);
        const sum = addToDate(date, days, 'days', context(name));
        const skipped = formatDate(sum, 'H:i:s') !== formatDate(date, 'H:i:s');
        const tomorrow = formatDate(makeDate(sum.epochMs + 86_400_000, name), 'Z');
        const before = formatDate(makeDate(sum.epochMs - 86_400_000, name), 'Z');
        if (skipped) expect(Number(tomorrow)).toBeGreaterThan(Number(before));
      }),
      { numRuns: 1000 },
    );
  });

  test('dateDiff returns the largest number that dateAdd can add without passing the end', () => {
    fc.assert(
      fc.property(moment, moment, unit, zone, (from, to, name, zoneName) => {
        const [start, end] = [makeDate(from, zoneName), makeDate(to, zoneName)];
        const count = diffDates(start, end, name, context(zoneName));
        const direction = to < from ? -1 : 1;
        const reach = (amount: number) => addToDate(start, amount, name, context(zoneName)).epochMs;
        expect(Number.isSafeInteger(count) && !Object.is(count, -0)).toBe(true);
        expect(count * direction).toBeGreaterThanOrEqual(0);
        expect((reach(count) - to) * direction).toBeLessThanOrEqual(0);
        expect((reach(count + direction) - to) * direction).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });

  test('adding hours or smaller units adds elapsed time', () => {
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: -1e6, max: 1e6 }), (ms, name, minutes) => {
        const sum = addToDate(makeDate(ms, name), minutes, 'minutes', context(name));
        expect(sum.epochMs - ms).toBe(minutes * 60_000);
      }),
    );
  });

  test('any input gives a date, or an error that contains none of the input', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.string(),
      fc.double(),
      fc.string({ unit: fc.constantFrom(...'0123456789-:T+Z P.DMY') }),
    );
    const messages = new Set<string>();
    const outcome = (work: () => unknown) => {
      try {
        return work();
      } catch (error) {
        if (error instanceof TemplateProblem) {
          messages.add(error.message);
          return error;
        }
        throw error;
      }
    };
    fc.assert(
      fc.property(value, value, value, zone, (first, amount, unitName, name) => {
        const date = outcome(() => readDate(first, context(name)));
        expect(date instanceof TemplateProblem || isDate(date)).toBe(true);
        const base = isDate(date) ? date : makeDate(0, name);
        const sum = outcome(() => addToDate(base, amount, unitName, context(name)));
        expect(sum instanceof TemplateProblem || isDate(sum)).toBe(true);
        const text = outcome(() => formatDate(base, amount, unitName));
        expect(text instanceof TemplateProblem || typeof text === 'string').toBe(true);
        outcome(() => diffDates(base, makeDate(0, name), unitName, context(name)));
      }),
      { numRuns: 2000 },
    );
    // Each message is a fixed string, because messages are logged.
    expect(messages.size).toBeLessThan(15);
  });
});
