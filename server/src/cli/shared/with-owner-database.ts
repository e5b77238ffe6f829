import { type Config, installationSettings } from '../../config.ts';
import type { Context } from '../../core/context/index.ts';
import {
  checkInstallation,
  findInstallation,
  openInstallation,
  openOwnerDoor,
} from '../../core/installation/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/log.ts';

/** The usual context, plus the database owner's connection. */
export interface OwnerContext extends Context {
  readonly owner: ReturnType<typeof openOwnerDoor>;
  readonly installation: ReturnType<typeof findInstallation>;
}

/**
 * Like `withContext`, but bypasses row-level security. With `isSnapshot`, all reads see one consistent
 * snapshot.
 */
export async function withOwnerDatabase<T>(
  config: Config,
  work: (context: OwnerContext) => Promise<T>,
  options?: { isSnapshot: boolean },
): Promise<T> {
  const logger = createLogger(config.LOG_LEVEL, 'command');
  const installation = findInstallation(installationSettings(config));
  const db = openInstallation(installation, { applicationName: 'hark-command', poolSize: 2, logger });
  const owner = openOwnerDoor(installation, logger, options);
  try {
    const key = await checkInstallation(db, installation);
    return await work({ db, clock: systemClock, key, owner, installation });
  } finally {
    await Promise.all([owner.close(), db.close()]);
  }
}
