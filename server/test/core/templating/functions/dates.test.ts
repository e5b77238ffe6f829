import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDate, printDate } from '../../../../src/core/templating/functions/date-value.ts';
import {
  addToDate,
  type DateContext,
  diffDates,
  formatDate,
  now,
  readDate,
} from '../../../../src/core/templating/functions/dates.ts';
import { TemplateProblem } from '../../../../src/core/templating/template-error.ts';

const nowMs = Date.UTC(2026, 0, 15, 23, 30, 15, 250);
const inZone = (zone: string): DateContext => ({ nowMs, zone });
const utc = inZone('UTC');
const berlin = inZone('Europe/Berlin');

const read = (value: unknown, context = berlin) => printDate(readDate(value, context));
const add = (date: unknown, amount: unknown, unit?: unknown, context = berlin) =>
  printDate(addToDate(readDate(date, context), amount, unit, context));
const diff = (from: unknown, to: unknown, unit?: unknown, context = berlin) =>
  diffDates(readDate(from, context), readDate(to, context), unit, context);

describe('date functions agree with PHP', () => {
  const lines = readFileSync(path.join(import.meta.dirname, 'php-answers.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const rows = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));

  test('the table has every kind of case', () => {
    expect(rows.length).toBeGreaterThan(300);
    expect([...new Set(rows.map(([kind]) => kind))]).toEqual(['format', 'read', 'add']);
  });
  test.each(rows)('%s in %s: %s %s', (kind, zone = '', question, detail, answer) => {
    const context = inZone(zone);
    if (kind === 'format') expect(formatDate(readDate(Number(question), context), detail)).toBe(answer);
    if (kind === 'read') expect(read(question, context)).toBe(answer);
    if (kind === 'add') expect(add(Number(question), detail, undefined, context)).toBe(answer);
  });
});

describe('parsing dates (spec/templates §2.2)', () => {
  test.each([
    ['2026-01-15', '2026-01-15T00:00:00+01:00'],
    ['2026-07-15 18:30', '2026-07-15T18:30:00+02:00'],
    ['2026-07-15 18:30:59', '2026-07-15T18:30:59+02:00'],
    ['2026-07-15T18:30', '2026-07-15T18:30:00+02:00'],
    ['2026-07-15T18:30:59.999', '2026-07-15T18:30:59+02:00'],
    ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00'],
    ['2026-01-01t00:00:00z', '2026-01-01T01:00:00+01:00'],
    ['2026-01-01T00:00:00-02:00', '2026-01-01T03:00:00+01:00'],
    ['2026-01-01T00:00:00.5+0530', '2025-12-31T19:30:00+01:00'],
    ['2026-01-01 00:00-02', '2026-01-01T03:00:00+01:00'],
    [' 2024-02-29 ', '2024-02-29T00:00:00+01:00'],
    [1_767_222_000, '2026-01-01T00:00:00+01:00'],
    ['1767222000', '2026-01-01T00:00:00+01:00'],
    ['-1', '1970-01-01T00:59:59+01:00'],
    [0.5, '1970-01-01T01:00:00+01:00'],
    ['now', '2026-01-16T00:30:15+01:00'],
    ['today', '2026-01-16T00:00:00+01:00'],
    ['Tomorrow', '2026-01-17T00:00:00+01:00'],
    ['yesterday', '2026-01-15T00:00:00+01:00'],
    ['0001-01-01 00:00:00', '0001-01-01T00:00:00+00:53'],
    ['9999-12-31 23:59:59', '9999-12-31T23:59:59+01:00'],
  ])('%j is %s', (value, printed) => expect(read(value)).toBe(printed));

  test('a date is returned unchanged', () => {
    const date = makeDate(5, 'Asia/Tokyo');
    expect(readDate(date, berlin)).toBe(date);
  });
  test("milliseconds are kept, although they aren't printed", () => {
    expect(readDate('2026-01-01T00:00:00.25Z', utc).epochMs % 1000).toBe(250);
    expect(readDate('2026-01-01T00:00:00.123456Z', utc).epochMs % 1000).toBe(123);
    expect(now(utc).epochMs).toBe(nowMs);
  });
  test('a day whose midnight is skipped starts right after the clock change', () => {
    const context = { nowMs: Date.UTC(2017, 9, 15, 12), zone: 'America/Sao_Paulo' };
    expect(read('today', context)).toBe('2017-10-15T01:00:00-02:00');
  });

  test.each([
    null,
    undefined,
    true,
    '',
    [],
    {},
    { kind: 'date', epochMs: 0, zone: 'UTC' },
    'next monday',
    '+1 day',
    '15.01.2026',
    '2026-1-5',
    '2026-01-15T',
    '2026-01-15T18',
    '2026-01-15Z',
    '2026-01-15 18:30 +01:00',
    '2026-01-15 18:30:00.',
    '1e3',
    '1.5',
    'constructor',
    '__proto__',
    ' '.repeat(1_000_000),
    '0'.repeat(100),
  ])('%j is not a date, and the error shows an example', (value) => {
    expect(() => readDate(value, berlin)).toThrow(TemplateProblem);
    expect(() => readDate(value, berlin)).toThrow('2026-01-31');
  });
  test.each([
    ['2026-02-29', "This date doesn't exist"],
    ['2026-13-01', "This date doesn't exist"],
    ['2026-00-10', "This date doesn't exist"],
    ['2026-04-31', "This date doesn't exist"],
    ['2026-04-00', "This date doesn't exist"],
    ['2026-01-01 24:00', 'time of day'],
    ['2026-01-01 10:60', 'time of day'],
    ['2026-01-01 10:00:60', 'time of day'],
    ['2026-01-01T10:00+24:00', 'offset'],
    ['2026-01-01T10:00+10:60', 'offset'],
    ['0000-12-31', 'years 1 to 9999'],
    ['0001-01-01T00:00:00+01:00', 'years 1 to 9999'],
    [1_767_222_000_000, 'divide milliseconds by 1000'],
    ['1767222000000', 'divide milliseconds by 1000'],
    [Number.NaN, 'years 1 to 9999'],
    [Number.POSITIVE_INFINITY, 'years 1 to 9999'],
    [Number.NEGATIVE_INFINITY, 'years 1 to 9999'],
    [Number.MAX_VALUE, 'years 1 to 9999'],
  ])('%j is rejected: %s', (value, message) => {
    expect(() => readDate(value, utc)).toThrow(TemplateProblem);
    expect(() => readDate(value, utc)).toThrow(message);
  });
});

describe('dateAdd (spec/templates §2.2)', () => {
  test.each([
    ['2026-01-31', 1, 'months', '2026-03-03T00:00:00+01:00'],
    ['2024-01-31', 1, 'month', '2024-03-02T00:00:00+01:00'],
    ['2024-02-29', 1, 'year', '2025-03-01T00:00:00+01:00'],
    ['2024-02-29', '4', 'YEARS', '2028-02-29T00:00:00+01:00'],
    ['2026-03-31', -1, 'months', '2026-03-03T00:00:00+01:00'],
    ['2026-01-15', 3, undefined, '2026-01-18T00:00:00+01:00'],
    ['2026-01-15', '-3', null, '2026-01-12T00:00:00+01:00'],
    ['2026-01-15', 2, 'weeks', '2026-01-29T00:00:00+01:00'],
    ['2026-03-28 12:00', 1, 'day', '2026-03-29T12:00:00+02:00'],
    ['2026-03-28 12:00', 24, 'hours', '2026-03-29T13:00:00+02:00'],
    ['2026-03-28 02:30', 1, 'day', '2026-03-29T03:30:00+02:00'],
    ['2026-10-24 02:30', 1, 'day', '2026-10-25T02:30:00+02:00'],
    ['2026-10-26 02:30', -1, 'day', '2026-10-25T02:30:00+01:00'],
    ['2026-10-25T00:30:00Z', 60, 'minutes', '2026-10-25T02:30:00+01:00'],
    ['2026-10-25T00:30:00Z', 0, 'days', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00Z', 0, 'days', '2026-10-25T02:30:00+01:00'],
    ['2026-01-15', '+3 days', undefined, '2026-01-18T00:00:00+01:00'],
    ['2026-01-31', '+1 month -2 days', undefined, '2026-03-01T00:00:00+01:00'],
    ['2026-01-31', '-2 days +1 month', undefined, '2026-03-01T00:00:00+01:00'],
    ['2026-01-15', '2 Weeks+1day', undefined, '2026-01-30T00:00:00+01:00'],
    ['2026-01-15', ' - 90 minutes ', undefined, '2026-01-14T22:30:00+01:00'],
    ['2026-01-15', 'P1DT2H', undefined, '2026-01-16T02:00:00+01:00'],
    ['2026-01-15', '-P1DT2H', undefined, '2026-01-13T22:00:00+01:00'],
    ['2026-01-15', 'P-1D', undefined, '2026-01-14T00:00:00+01:00'],
    ['2026-01-15', 'P1Y2M1W3DT4H5M6S', undefined, '2027-03-25T04:05:06+01:00'],
    ['2026-01-15', '+2 hours', 'days', '2026-01-15T02:00:00+01:00'],
    ['2026-01-15', 'PT36H', null, '2026-01-16T12:00:00+01:00'],
  ])('%s plus %j %j is %s', (date, amount, unit, sum) => expect(add(date, amount, unit)).toBe(sum));

  test.each([
    ['America/New_York', '2026-03-07 02:30', 1, '2026-03-08T03:30:00-04:00'],
    ['America/New_York', '2026-10-31 01:30', 1, '2026-11-01T01:30:00-04:00'],
    ['America/New_York', '2026-11-02 01:30', -1, '2026-11-01T01:30:00-05:00'],
    ['Asia/Kathmandu', '2026-03-28 02:30', 1, '2026-03-29T02:30:00+05:45'],
    ['Australia/Lord_Howe', '2026-10-03 02:15', 1, '2026-10-04T02:45:00+11:00'],
    ['Australia/Lord_Howe', '2026-04-04 01:45', 1, '2026-04-05T01:45:00+11:00'],
    ['Pacific/Apia', '2011-12-29 10:00', 1, '2011-12-31T10:00:00+14:00'],
    ['Pacific/Apia', '2011-12-29 10:00', 2, '2011-12-31T10:00:00+14:00'],
  ])('in %s, %s plus %d days is %s', (zone, date, days, sum) => {
    expect(add(date, days, 'days', inZone(zone))).toBe(sum);
  });

  test("uses the workspace's calendar, regardless of the date's own zone", () => {
    const date = makeDate(Date.parse('2026-03-28T11:00:00Z'), 'Asia/Tokyo');
    expect(printDate(addToDate(date, 1, 'day', berlin))).toBe('2026-03-29T12:00:00+02:00');
  });

  test.each([
    [1.5, 'days', 'whole number'],
    [Number.NaN, 'days', 'whole number'],
    [Number.POSITIVE_INFINITY, 'days', 'whole number'],
    ['9'.repeat(17), 'seconds', 'whole number'],
    [null, 'days', 'P1DT2H'],
    [{}, 'days', 'P1DT2H'],
    ['', undefined, 'P1DT2H'],
    ['+3', 'constructor', 'The unit must be one of'],
    ['soon', undefined, 'P1DT2H'],
    ['+3 days soon', undefined, 'P1DT2H'],
    ['+3 fortnights', undefined, 'The unit must be one of'],
    ['+3.5 days', undefined, 'P1DT2H'],
    [`+1 day${' '.repeat(1_000_000)}x`, undefined, 'P1DT2H'],
    ['P', undefined, 'P1DT2H'],
    ['P1DT', undefined, 'P1DT2H'],
    ['PT', undefined, 'P1DT2H'],
    ['P1H', undefined, 'P1DT2H'],
    ['p1d', undefined, 'P1DT2H'],
    ['P1.5D', undefined, 'P1DT2H'],
    ['+3 days', 'hours', 'Omit the unit'],
    ['P1D', 'day', 'Omit the unit'],
    [1, 'sss', 'The unit must be one of'],
    [1, 7, 'The unit must be one of'],
    [8000, 'years', 'years 1 to 9999'],
    [-2026, 'years', 'years 1 to 9999'],
    [Number.MAX_SAFE_INTEGER, 'years', 'years 1 to 9999'],
    [Number.MAX_SAFE_INTEGER, 'seconds', 'years 1 to 9999'],
    [-Number.MAX_SAFE_INTEGER, 'days', 'years 1 to 9999'],
  ])('an amount of %j %j is rejected: %s', (amount, unit, message) => {
    const date = readDate('2026-01-15', berlin);
    expect(() => addToDate(date, amount, unit, berlin)).toThrow(TemplateProblem);
    expect(() => addToDate(date, amount, unit, berlin)).toThrow(message);
  });
});

describe('dateDiff (spec/templates §2.3)', () => {
  test.each([
    ['2026-01-01', '2026-01-31', undefined, 30],
    ['2026-01-31', '2026-01-01', null, -30],
    ['2024-02-28', '2024-03-01', 'days', 2],
    ['2026-01-01T00:00:00Z', '2026-01-01T05:59:00Z', 'hours', 5],
    ['2026-01-01T05:59:00Z', '2026-01-01T00:00:00Z', 'hours', -5],
    ['2026-01-01T00:00:00Z', '2026-01-01T23:59:59Z', 'days', 0],
    ['2026-01-01T00:00:00Z', '2026-01-01T05:30:00Z', 'minutes', 330],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:01:30Z', 'seconds', 90],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00-02:00', 'hours', 2],
    // A day with 23 hours counts as one day.
    ['2026-03-28 12:00', '2026-03-29 12:00', 'days', 1],
    ['2026-03-28 12:00', '2026-03-29 12:00', 'hours', 23],
    ['2026-10-24 12:00', '2026-10-25 11:59', 'days', 0],
    ['2026-10-24 12:00', '2026-10-25 12:00', 'hours', 25],
    ['2026-01-01', '2026-01-14', 'weeks', 1],
    ['2026-01-15', '2026-01-01', 'weeks', -2],
    ['2026-01-15', '2026-02-14', 'months', 0],
    ['2026-01-15', '2026-02-15', 'months', 1],
    ['2026-02-15', '2026-01-15', 'months', -1],
    // 31 January plus a month is 3 March, so a month is complete only then.
    ['2026-01-31', '2026-03-02', 'months', 0],
    ['2026-01-31', '2026-03-03', 'months', 1],
    ['2026-01-31', '2026-03-31', 'months', 2],
    ['2000-02-29', '2026-02-28', 'years', 25],
    ['2000-02-29', '2026-03-01', 'years', 26],
    ['2026-03-01', '2000-02-29', 'years', -26],
    ['0001-01-01', '9999-12-31', 'years', 9998],
    ['0001-01-01', '9999-12-31', 'days', 3_652_058],
  ])('from %s to %s in %j is %d', (from, to, unit, count) => expect(diff(from, to, unit)).toBe(count));

  test('is zero, never minus zero, if there is no difference', () => {
    for (const unit of ['seconds', 'hours', 'days', 'months', 'years']) {
      expect(diff('2026-01-15T12:00:00.500Z', '2026-01-15T12:00:00.000Z', unit)).toBe(0);
      expect(diff('2026-01-15T12:00:00Z', '2026-01-15T12:00:00Z', unit)).toBe(0);
    }
  });
  test('counts a day that the calendar skipped', () => {
    expect(diff('2011-12-29 10:00', '2011-12-31 10:00', 'days', inZone('Pacific/Apia'))).toBe(2);
    expect(diff('2011-12-29 10:00', '2011-12-31 10:00', 'hours', inZone('Pacific/Apia'))).toBe(24);
    expect(diff('2011-12-31 10:00', '2011-12-29 10:00', 'days', inZone('Pacific/Apia'))).toBe(-2);
  });
  test('rejects an unknown unit', () => {
    expect(() => diff('2026-01-01', '2026-01-02', 'decades')).toThrow('The unit must be one of');
  });
});
