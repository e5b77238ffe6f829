import { expect, test } from 'vitest';
import { watchClock } from '../../src/app/clock-watch.ts';
import { capturedLog } from '../engine/captured-log.ts';
import { eventually } from '../harness/eventually.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();

test.each([
  ['a minute ahead', 60_000, true],
  ['a minute behind', -60_000, true],
  ['right', 0, false],
])('a clock that is %s', async (_, offMs, isTold) => {
  const log = capturedLog();
  let looks = 0;
  const clock = {
    now: () => {
      looks++;
      return new Date(Date.now() + offMs);
    },
  };
  const watching = watchClock(() => database.current.context.db, clock, log.logger);
  await eventually(() => looks >= 2);
  await watching.stop();
  expect(log.lines().some((line) => line.includes('keep both right by NTP'))).toBe(isTold);
});
