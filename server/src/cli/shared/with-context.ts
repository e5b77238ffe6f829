import { type Config, installationSettings } from '../../config.ts';
import type { Context } from '../../core/context/index.ts';
import { checkInstallation, findInstallation, openInstallation } from '../../core/installation/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/log.ts';

/** Runs `work` against the installation, whose schema must match this version. */
export async function withContext<T>(config: Config, work: (context: Context) => Promise<T>): Promise<T> {
  const logger = createLogger(config.LOG_LEVEL, 'command');
  const installation = findInstallation(installationSettings(config));
  const db = openInstallation(installation, { applicationName: 'hark-command', poolSize: 2, logger });
  try {
    const key = await checkInstallation(db, installation);
    return await work({ db, clock: systemClock, key });
  } finally {
    await db.close();
  }
}
