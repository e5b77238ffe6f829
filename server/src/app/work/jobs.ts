import { type Installation, openInstallation, openUpkeepDoor } from '../../core/installation/index.ts';
import { workOnJobs } from '../../core/jobs/index.ts';
import { jobSteps } from '../../core/lead-files/index.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { repeat } from '../../lib/process/repeat.ts';
import { createLazyContext } from '../lazy-context.ts';

const lookEveryMs = 500;
const connectionPatienceMs = 30_000;
/** The limit per process. More than one, so a large job doesn't block a small one. */
const jobsAtOnce = 2;

/** Runs imports and exports. Any number of processes can do this concurrently. */
export function startJobs(installation: Installation, logger: Logger): { close(): Promise<void> } {
  const upkeep = openUpkeepDoor(installation, logger);
  const db = openInstallation(installation, {
    applicationName: 'hark-work',
    poolSize: jobsAtOnce,
    logger,
    patienceMs: connectionPatienceMs,
  });
  const stopping = new AbortController();
  const context = createLazyContext({ db, clock: systemClock }, installation);
  const work = async () => {
    const workplace = { upkeep, context: await context.open(), logger, signal: stopping.signal };
    while (!stopping.signal.aborted && (await workOnJobs(workplace, jobSteps)));
  };
  const workers = Array.from({ length: jobsAtOnce }, () =>
    repeat('run imports and exports', lookEveryMs, logger, work),
  );
  return {
    async close() {
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([upkeep.close(), db.close()]);
    },
  };
}
