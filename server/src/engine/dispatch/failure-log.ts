import type { RunJob } from '../../core/runs/index.ts';
import { HarkError, messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';

const logEveryMs = 1_000;

/** Logs at most one line per second: while the database is down, every active run fails every few seconds. */
export function createFailureLog(logger: Logger): { tell(job: RunJob, error: unknown): void } {
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  let untold = 0;
  return {
    tell({ workspace, run, fence }, error) {
      const now = performance.now();
      if (now - lastLoggedAt < logEveryMs) {
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
      logger.warn(values, 'run interrupted, retrying');
      lastLoggedAt = now;
      untold = 0;
    },
  };
}
