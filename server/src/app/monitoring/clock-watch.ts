import { compareClocks } from '../../core/installation/index.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { type Repeated, repeat } from '../../lib/process/repeat.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';

const compareEveryMs = 60_000;

/**
 * Measures how far this machine's clock is off, and logs a warning once when it is wrong. Each machine uses its
 * own clock to decide whether a run or its worker is overdue, so a machine that is a minute ahead takes runs away
 * from busy workers.
 */
export function watchClock(
  dbOf: () => Database,
  clock: Clock,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): Repeated {
  let wasRight = true;
  let state = { differenceMs: 0 };
  metrics.watchClock(() => state);
  return repeat('compare clocks', compareEveryMs, logger, async () => {
    const { differenceMs, isRight } = await compareClocks(dbOf(), clock);
    state = { differenceMs };
    if (wasRight && !isRight) {
      const says = "this machine's clock differs from the database server's; synchronize both with NTP";
      logger.warn({ difference_ms: differenceMs }, says);
    }
    wasRight = isRight;
  });
}
