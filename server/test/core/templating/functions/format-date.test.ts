import { describe, expect, test } from 'vitest';
import { isDate, makeDate, printDate } from '../../../../src/core/templating/functions/date-value.ts';
import { formatDate } from '../../../../src/core/templating/functions/dates.ts';
import { zoneOf } from '../../../../src/core/templating/functions/zones.ts';
import { TemplateProblem } from '../../../../src/core/templating/template-error.ts';

const at = (iso: string, zone = 'UTC') => makeDate(Date.parse(iso), zone);

describe('PHP date format letters (spec/templates §2.1)', () => {
  test.each([
    ['d D j l N', '09 Mon 9 Monday 1'],
    ['jS w z', '9th 1 67'],
    ['W o', '11 2026'],
    ['F m M n t L', 'March 03 Mar 3 31 0'],
    ['Y y', '2026 26'],
    ['a A B g G h H', 'pm PM 586 1 13 01 13'],
    ['i s u v', '05 07 089000 089'],
    ['e I O P p T Z', 'UTC 0 +0000 +00:00 Z UTC 0'],
    ['c', '2026-03-09T13:05:07+00:00'],
    ['r', 'Mon, 09 Mar 2026 13:05:07 +0000'],
    ['U', '1773061507'],
    ['\\Y\\e\\s \\\\ Q-k ü 😀', 'Yes \\ Q-k ü 😀'],
    ['Y\\', '2026'],
    ['', ''],
  ])('%s', (format, text) => expect(formatDate(at('2026-03-09T13:05:07.089Z'), format)).toBe(text));

  test.each([
    ['2024-12-30', '01 2025', '364 1'],
    ['2025-12-29', '01 2026', '362 0'],
    ['2027-01-03', '53 2026', '2 0'],
    ['2021-01-03', '53 2020', '2 0'],
    ['2020-12-31', '53 2020', '365 1'],
    ['2000-02-29', '09 2000', '59 1'],
    ['1900-03-01', '09 1900', '59 0'],
  ])('%s is in week %s', (day, week, dayAndLeap) => {
    expect(formatDate(at(day), 'W o')).toBe(week);
    expect(formatDate(at(day), 'z L')).toBe(dayAndLeap);
  });

  test('every day of a month has the right suffix', () => {
    const days = Array.from({ length: 31 }, (_, day) => formatDate(makeDate(day * 86_400_000, 'UTC'), 'jS'));
    expect(days.join(' ')).toBe(
      '1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th 15th 16th 17th 18th 19th 20th ' +
        '21st 22nd 23rd 24th 25th 26th 27th 28th 29th 30th 31st',
    );
  });
  test('twelve o’clock is 12 at noon and at midnight', () => {
    expect(formatDate(at('2026-01-01T00:00:00Z'), 'g:i a')).toBe('12:00 am');
    expect(formatDate(at('2026-01-01T12:00:00Z'), 'g:i a')).toBe('12:00 pm');
  });

  test.each([
    ['Europe/Berlin', '2026-07-01T10:00:00Z', 'Europe/Berlin 1 +0200 +02:00 +02:00 CEST 7200'],
    ['Europe/Berlin', '2026-01-01T10:00:00Z', 'Europe/Berlin 0 +0100 +01:00 +01:00 CET 3600'],
    ['europe/berlin', '2026-01-01T10:00:00Z', 'europe/berlin 0 +0100 +01:00 +01:00 CET 3600'],
    ['Australia/Sydney', '2026-01-01T10:00:00Z', 'Australia/Sydney 1 +1100 +11:00 +11:00 AEDT 39600'],
    ['America/New_York', '2026-07-01T10:00:00Z', 'America/New_York 1 -0400 -04:00 -04:00 EDT -14400'],
    ['America/St_Johns', '2026-01-01T10:00:00Z', 'America/St_Johns 0 -0330 -03:30 -03:30 NST -12600'],
    ['Europe/London', '2026-01-01T10:00:00Z', 'Europe/London 0 +0000 +00:00 +00:00 GMT 0'],
    ['Asia/Kathmandu', '2026-01-01T10:00:00Z', 'Asia/Kathmandu 0 +0545 +05:45 +05:45 +0545 20700'],
    ['America/Bogota', '2026-01-01T10:00:00Z', 'America/Bogota 0 -0500 -05:00 -05:00 -05 -18000'],
    ['+02:00', '2026-01-01T10:00:00Z', '+02:00 0 +0200 +02:00 +02:00 +02:00 7200'],
    ['-0930', '2026-01-01T10:00:00Z', '-0930 0 -0930 -09:30 -09:30 -09:30 -34200'],
    ['Z', '2026-01-01T10:00:00Z', 'Z 0 +0000 +00:00 Z UTC 0'],
  ])('the zone letters are correct in %s', (zone, moment, text) => {
    expect(formatDate(at(moment), 'e I O P p T Z', zone)).toBe(text);
    expect(formatDate(at(moment, zone), 'e I O P p T Z')).toBe(text);
  });

  test.each([null, 7, ['Y'], 'Y'.repeat(1001)])('a format of %j is rejected', (format) => {
    expect(() => formatDate(at('2026-01-01'), format)).toThrow(TemplateProblem);
  });
});

describe('zones', () => {
  test.each([
    '',
    'Mars/Olympus',
    'Europe/Berlin\n',
    '../etc/passwd',
    'constructor',
    '+24:00',
    '+2:00',
    '+02:60',
    'x'.repeat(1e6),
    null,
    7,
    {},
  ])('%j is not a zone, and the error shows an example', (zone) => {
    expect(() => zoneOf(zone)).toThrow(TemplateProblem);
    expect(() => zoneOf(zone)).toThrow('Europe/Berlin');
  });
  test('zone names are case-insensitive', () => {
    expect(zoneOf('EUROPE/vienna')).toBe(zoneOf('Europe/Vienna'));
  });

  const offsetText = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Europe/Berlin',
    timeZoneName: 'longOffset',
  });
  test("every minute around a clock change has the platform's offset, in any order", () => {
    const change = Date.UTC(2026, 2, 29, 1);
    const minutes = Array.from(
      { length: 600 },
      (_, index) => change + (((index * 7919) % 600) - 300) * 60_000,
    );
    for (const moment of minutes) {
      const hours = Number(/\+0(\d):00$/.exec(offsetText.format(moment))?.[1]);
      expect(zoneOf('Europe/Berlin').offsetMsAt(moment)).toBe(hours * 3_600_000);
    }
  });
  test('a historical offset change takes effect at the exact second', () => {
    // Local mean time was +00:53:28, until 1 April 1893.
    const change = Date.UTC(1893, 2, 31, 23, 6, 32);
    expect(zoneOf('Europe/Berlin').offsetMsAt(change - 1)).toBe(3_208_000);
    expect(zoneOf('Europe/Berlin').offsetMsAt(change)).toBe(3_600_000);
  });
  test("every zone has the platform's offset in all years, even when it is cached", () => {
    const names = Intl.supportedValuesOf('timeZone');
    expect(names.length).toBeGreaterThan(400);
    for (const [row, timeZone] of names.entries()) {
      const platform = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
      for (let column = 0; column < 30; column++) {
        // Half of the values are between the years 1850 and 2110, the other half between the years 1 and 9999.
        const share = ((row * 30 + column) * 0.618_033_988_75) % 1;
        const [from, to] = column % 2 === 0 ? [-62_000_000, 253_000_000] : [-3_787_000, 4_417_000];
        const moment = Math.floor(from * 1e6 + share * (to - from) * 1e6);
        const text = /[+-][\d:]+$/.exec(platform.format(moment))?.[0] ?? '+00:00';
        const [hours = 0, minutes = 0, seconds = 0] = text.slice(1).split(':').map(Number);
        const expected = (hours * 3600 + minutes * 60 + seconds) * (text.startsWith('-') ? -1000 : 1000);
        expect(zoneOf(timeZone).offsetMsAt(moment) + 0, `${timeZone} ${moment}`).toBe(expected + 0);
        expect(zoneOf(timeZone).offsetMsAt(moment) + 0).toBe(expected + 0);
      }
    }
  });
});

describe('a date value', () => {
  test('is frozen', () => expect(Object.isFrozen(makeDate(0, 'UTC'))).toBe(true));
  test('is recognized by its identity, never by its shape', () => {
    expect(isDate(makeDate(0, 'UTC'))).toBe(true);
    const copies = [
      { kind: 'date', epochMs: 0, zone: 'UTC' },
      { ...makeDate(0, 'UTC') },
      structuredClone(makeDate(0, 'UTC')),
      Object.create(makeDate(0, 'UTC')),
      null,
      'date',
      new Date(),
    ];
    for (const copy of copies) expect(isDate(copy)).toBe(false);
  });
  test('prints as ISO 8601 with its offset (spec/templates §1.5)', () => {
    expect(printDate(at('2026-03-29T01:30:00Z', 'Europe/Berlin'))).toBe('2026-03-29T03:30:00+02:00');
    expect(printDate(at('2026-03-29T01:30:00Z'))).toBe('2026-03-29T01:30:00+00:00');
  });
  test('is limited to the years 1 to 9999 in its own zone', () => {
    expect(printDate(makeDate(Date.UTC(9999, 11, 31, 20), 'UTC'))).toBe('9999-12-31T20:00:00+00:00');
    expect(() => makeDate(Date.UTC(9999, 11, 31, 20), 'Asia/Tokyo')).toThrow('years 1 to 9999');
    for (const moment of [Number.NaN, Number.POSITIVE_INFINITY, -1e300, 1e300, 8.64e15, -8.64e15]) {
      expect(() => makeDate(moment, 'Asia/Tokyo')).toThrow(TemplateProblem);
    }
  });
});
