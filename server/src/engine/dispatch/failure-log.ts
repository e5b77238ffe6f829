import type { RunJob } from '../../core/runs/index.ts';
import { HarkError, messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';

const tellEveryMs = 1_000;

/** Logs at most one line per second: while the database is down, every active run fails every few seconds. */
export function createFailureLog(logger: Logger): { tell(job: RunJob, error: unknown): void } {
  let lastToldAt = Number.NEGATIVE_INFINITY;
  let untold = 0;
  return {
    tell({ workspace, run, fence }, error) {
      const now = performance.now();
      if (now - lastToldAt < tellEveryMs) {
        untold += 1;
        return;
      }
      const code = error instanceof HarkError ? error.code : undefined;
      const values = {
        workspace_id: workspace,
        run_id: run,
        fence,
        code,
        reason: messageOf(error),
        others: untold,
      };
      logger.warn(values, 'a run could not go on; it is tried again');
      lastToldAt = now;
      untold = 0;
    },
  };
}
