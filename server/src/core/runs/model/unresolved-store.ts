import { sql } from '../../../db/driver/sql.ts';

/**
 * The condition for rows of `runs r` that need attention. A failed run needs it until it is retried; from then on, its
 * retry does. The index `runs_failed` has the same condition.
 */
export const isUnresolved = sql`r.status = 'failed' and r.retried_as is null`;
