import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';

/** The dependencies of every use case. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  /** The installation's key and its number in the database. */
  readonly key: InstallationKey;
}
