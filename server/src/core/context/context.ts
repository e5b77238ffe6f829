import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';

/** What every use case needs. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  /** The installation's key, with its number in the database. */
  readonly key: InstallationKey;
}
