import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';

/** What every use case gets from the one who wires the product together. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
}
