import { type Config, version } from '../config.ts';
import { startWorker, type Worker } from '../engine/worker.ts';
import { systemClock } from '../lib/clock.ts';
import { fault } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';

/** The worker that the engine calls. */
export function startWork(config: Config, logger: Logger): Promise<Worker> {
  const adminUrl = config.RESTATE_ADMIN_URL;
  if (adminUrl === undefined) {
    throw fault('engine_unknown', 'Set RESTATE_ADMIN_URL and RESTATE_INGRESS_URL: `work` needs an engine.');
  }
  return startWorker({
    host: config.WORK_HOST,
    port: config.WORK_PORT,
    workUrl: config.WORK_URL,
    adminUrl,
    version,
    clock: systemClock,
    logger,
  });
}
