import { selectBacklog } from '../../core/runs/index.ts';
import type { DispatchDatabase } from '../../db/dispatch-database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { type Repeated, repeat } from '../../lib/process/repeat.ts';
import type { Backlog, Metrics } from '../../lib/telemetry/metrics.ts';

const lookEveryMs = 5_000;
const overdueAfterMs = 30_000;
const maxCounted = 100_000;

/**
 * Measures how many runs are waiting, and since when. `serve` does this, because the backlog is longest when no worker
 * runs. A timer updates the values, so scraping the metrics costs nothing.
 */
export function watchBacklog(
  door: DispatchDatabase,
  metrics: Metrics,
  clock: Clock,
  logger: Logger,
): Repeated {
  let state: Backlog = { queued: 0, oldestQueuedSeconds: 0, overdue: 0 };
  metrics.watchBacklog(() => state);
  return repeat('measure waiting runs', lookEveryMs, logger, async () => {
    const now = clock.now().getTime();
    const lateBefore = new Date(now - overdueAfterMs);
    const { queued, oldestQueuedAt, overdue } = await selectBacklog(door, { lateBefore, most: maxCounted });
    const ageMs = oldestQueuedAt === null ? 0 : Math.max(0, now - oldestQueuedAt.getTime());
    state = { queued, oldestQueuedSeconds: ageMs / 1000, overdue };
  });
}
