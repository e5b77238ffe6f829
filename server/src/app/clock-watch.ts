import { compareClocks } from '../core/installation/index.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { type Repeated, repeat } from '../lib/process/repeat.ts';

const compareEveryMs = 60_000;

/**
 * Logs once when this machine's clock is wrong. Other machines' clocks judge whether a run or its worker is
 * late: one that is a minute ahead takes runs away from busy workers.
 */
export function watchClock(dbOf: () => Database, clock: Clock, logger: Logger): Repeated {
  let wasRight = true;
  return repeat('compare clocks', compareEveryMs, logger, async () => {
    const { differenceMs, isRight } = await compareClocks(dbOf(), clock);
    if (wasRight && !isRight) {
      const says = "the clock of this machine differs from the database's: keep both right by NTP";
      logger.warn({ difference_ms: differenceMs }, says);
    }
    wasRight = isRight;
  });
}
