import { eventually } from './eventually.ts';
import type { TestDatabase } from './test-database.ts';

/** Waits until a statement in this database waits for a lock. */
export const untilBlocked = ({ asAdministrator }: Pick<TestDatabase, 'asAdministrator'>) =>
  eventually(() =>
    // A separate connection each time, because a transaction keeps its first snapshot of pg_stat_activity.
    asAdministrator(async (client) => {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount !== 0;
    }),
  );
