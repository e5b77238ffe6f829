// When a schedule is due (spec/triggers §2.1, §2.2).
import { describe, expect, test } from 'vitest';
import { findCronProblem } from '../../../src/core/triggers/definition/cron-fields.ts';
import { nextTime, nextTimes } from '../../../src/core/triggers/definition/schedule-times.ts';

const times = (cron: string, timezone: string, after: string) =>
  nextTimes({ cron, timezone }, new Date(after)).map((time) => time.toISOString().slice(0, 16));

describe('a cron expression', () => {
  test.each([
    '* * * * *',
    '*/5 8-18 * * MON-FRI',
    '0 0 1,15 jan,Jul 7',
    '59 23 31 12 0',
    '0-30/10,45 * * * *',
    ' 0  8 * * * ',
    '0 0 30 2 1',
    '0 0 29 2 *',
  ])('is accepted: %s', (cron) => {
    expect(findCronProblem(cron)).toBeUndefined();
  });

  test.each([
    ['* * * *', 'must have five fields: minute, hour, day of month, month, day of week.'],
    ['0 0 * * * *', 'must have five fields: minute, hour, day of month, month, day of week.'],
    ['@daily', 'must have five fields: minute, hour, day of month, month, day of week.'],
    ['60 * * * *', 'minute: "60" is not valid.'],
    ['-1 * * * *', 'minute: "-1" is not valid.'],
    ['5/10 * * * *', 'minute: "5/10" is not valid.'],
    ['*/0 * * * *', 'minute: "*/0" is not valid.'],
    ['1-2-3 * * * *', 'minute: "1-2-3" is not valid.'],
    [', * * * *', 'minute: "," is not valid.'],
    ['0 24 * * *', 'hour: "24" is not valid.'],
    ['0 18-8 * * *', 'hour: "18-8" is not valid.'],
    ['0 0 L * *', 'day of month: "L" is not valid.'],
    ['0 0 ? * *', 'day of month: "?" is not valid.'],
    ['0 0 15W * *', 'day of month: "15W" is not valid.'],
    ['0 0 * 13 *', 'month: "13" is not valid.'],
    ['0 0 * MON *', 'month: "MON" is not valid.'],
    ['0 0 * * 8', 'day of week: "8" is not valid.'],
    ['0 0 * * MON#2', 'day of week: "MON#2" is not valid.'],
    ['0 0 30 2 *', 'never matches.'],
    ['0 0 31 2,4,6,9,11 *', 'never matches.'],
  ])('is rejected: %s', (cron, problem) => {
    expect(findCronProblem(cron)).toBe(problem);
  });

  test('finds the next leap day across a century without one', () => {
    expect(times('0 0 29 2 *', 'UTC', '2096-03-01T00:00Z')[0]).toBe('2104-02-29T00:00');
  });
});

/**
 * Per zone: a time that doesn't exist on `spring`, and the moment at which the gap ends; a time that occurs twice, and
 * its first moment.
 */
const zones = [
  // 02:00 → 03:00 at 01:00Z, and 03:00 → 02:00 at 01:00Z.
  {
    ...{ zone: 'Europe/Berlin', skipped: '30 2 28 3 *', gapEnd: '2027-03-28T01:00' },
    ...{ twice: '30 2 * * *', first: '2026-10-25T00:30' },
  },
  // 02:00 → 03:00 at 07:00Z, and 02:00 → 01:00 at 06:00Z.
  {
    ...{ zone: 'America/New_York', skipped: '30 2 14 3 *', gapEnd: '2027-03-14T07:00' },
    ...{ twice: '30 1 * * *', first: '2026-11-01T05:30' },
  },
  // 02:00 → 02:30 at 15:30Z, and 02:00 → 01:30 at 15:00Z, both on the day before in UTC.
  {
    ...{ zone: 'Australia/Lord_Howe', skipped: '15 2 3 10 *', gapEnd: '2027-10-02T15:30' },
    ...{ twice: '45 1 * * *', first: '2027-04-03T14:45' },
  },
];
const hourMs = 3_600_000;

describe.each(zones)('in $zone', ({ zone, skipped, gapEnd, twice, first }) => {
  const around = (moment: string, hours: number) => new Date(Date.parse(`${moment}Z`) + hours * hourMs);

  test('a time that the clock change skips fires once, at the first minute after the gap', () => {
    const from = around(gapEnd, -30).toISOString();
    expect(times(skipped, zone, from)[0]).toBe(gapEnd);
    // Several skipped times fire together, so the next time is in another year.
    const [one, two] = times(skipped.replace(/^\d+/, '0-29'), zone, from);
    expect([one, two?.slice(0, 4)]).toEqual([gapEnd, '2028']);
  });

  test('a time that occurs twice fires the first time only', () => {
    const [one, two] = nextTimes({ cron: twice, timezone: zone }, around(first, -1));
    expect(one).toEqual(around(first, 0));
    // The next day is longer than usual.
    expect((two?.getTime() ?? 0) - (one?.getTime() ?? 0)).toBeGreaterThan(24 * hourMs);
  });

  test('a schedule of every hour follows elapsed time through both changes', () => {
    for (const moment of [gapEnd, first]) {
      let [from, count] = [around(moment, -24), 0];
      const until = around(moment, 24).getTime();
      const fired: number[] = [];
      for (; from.getTime() < until; count += 1) {
        const next = nextTime({ cron: '*/15 * * * *', timezone: zone }, from);
        if (!next) break;
        fired.push(next.getTime());
        from = next;
      }
      expect(fired.every((at, index) => index === 0 || at - (fired[index - 1] ?? 0) === 900_000)).toBe(true);
      expect(count).toBeGreaterThan(190);
    }
  });
});
