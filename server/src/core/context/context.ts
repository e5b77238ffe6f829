import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';

/** What every use case gets from the one who wires the product together. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  /** The installation's key, with the number that the database knows it by. */
  readonly key: InstallationKey;
}
