import { type Installation, openInstallation, openUpkeepDoor } from '../../core/installation/index.ts';
import type { Database } from '../../db/database.ts';
import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { Logger } from '../../lib/log.ts';

/** One each for schedules, the relay and deliveries. */
const poolSize = 3;
/** Many deliveries can end at the same time, and then wait for a connection. */
const patienceMs = 30_000;

/** The connections that triggers and webhooks share. */
export interface EventDatabases {
  readonly upkeep: UpkeepDatabase;
  readonly db: Database;
  close(): Promise<void>;
}

export function openEventDatabases(installation: Installation, logger: Logger): EventDatabases {
  const upkeep = openUpkeepDoor(installation, logger);
  const db = openInstallation(installation, { applicationName: 'hark-work', poolSize, logger, patienceMs });
  return {
    upkeep,
    db,
    async close() {
      await Promise.all([upkeep.close(), db.close()]);
    },
  };
}
