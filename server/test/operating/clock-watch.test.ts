import { expect, test } from 'vitest';
import { watchClock } from '../../src/app/monitoring/clock-watch.ts';
import { createMetrics } from '../../src/lib/telemetry/metrics.ts';
import { capturedLog } from '../engine/captured-log.ts';
import { eventually } from '../harness/eventually.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();

test.each([
  ['a minute ahead', 60_000, true],
  ['a minute behind', -60_000, true],
  ['right', 0, false],
])('a clock that is %s is measured, and logged only if it is wrong', async (_, offMs, isReported) => {
  const log = capturedLog();
  let looks = 0;
  const clock = {
    now: () => {
      looks++;
      return new Date(Date.now() + offMs);
    },
  };
  const metrics = createMetrics();
  const watching = watchClock(() => database.current.context.db, clock, { logger: log.logger, metrics });
  await eventually(() => looks >= 2);
  await watching.stop();
  expect(log.lines().some((line) => line.includes('synchronize both with NTP'))).toBe(isReported);
  const shown = await metrics.registry.getSingleMetricAsString('hark_clock_difference_seconds');
  const seconds = Number(/^hark_clock_difference_seconds (\S+)$/m.exec(shown)?.[1]);
  expect(Math.abs(seconds * 1000 + offMs)).toBeLessThan(2_000);
});
