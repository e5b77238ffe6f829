import { type Config, installationSettings, version } from '../config.ts';
import { findInstallation, openUpkeepDoor } from '../core/installation/index.ts';
import { foldLeadCounts, purgeLeads } from '../core/leads/index.ts';
import { startWorker } from '../engine/worker.ts';
import { systemClock } from '../lib/clock.ts';
import { fault } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { repeat } from '../lib/repeat.ts';

const foldEveryMs = 500;
const purgeEveryMs = 600_000;

/** The worker: what the engine calls, and the upkeep that nobody asks for. */
export async function startWork(config: Config, logger: Logger): Promise<{ close(): Promise<void> }> {
  const adminUrl = config.RESTATE_ADMIN_URL;
  if (adminUrl === undefined) {
    throw fault('engine_unknown', 'Set RESTATE_ADMIN_URL and RESTATE_INGRESS_URL: `work` needs an engine.');
  }
  const upkeep = openUpkeepDoor(findInstallation(installationSettings(config)), logger);
  const worker = await startWorker({
    host: config.WORK_HOST,
    port: config.WORK_PORT,
    workUrl: config.WORK_URL,
    adminUrl,
    version,
    clock: systemClock,
    logger,
  });
  const folding = repeat('fold lead counts', foldEveryMs, logger, () => foldLeadCounts(upkeep));
  const purging = repeat('purge leads', purgeEveryMs, logger, () => purgeLeads(upkeep));
  return {
    async close() {
      await Promise.all([worker.close(), folding.stop(), purging.stop()]);
      await upkeep.close();
    },
  };
}
