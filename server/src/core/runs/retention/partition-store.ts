import type { Database } from '../../../db/database.ts';
import { sql } from '../../../db/driver/sql.ts';

export interface PartitionState {
  /** How many consecutive weeks have a partition, starting with the current week. */
  readonly weeksReady: number;
  /** The size of the default partition, which should always be empty. */
  readonly defaultBytes: number;
}

/** Reads only the catalog, which every role can read. */
export async function readPartitionState(db: Database): Promise<PartitionState> {
  const [row] = await db.readDirectory<{ weeks_ready: number; default_bytes: number }>(sql`
    select (select count(*) from (
              select bool_and(to_regclass('public.runs_' || to_char(week, 'IYYY"w"IW')) is not null
                          and to_regclass('public.run_steps_' || to_char(week, 'IYYY"w"IW')) is not null)
                     over (order by week) as is_ready
              from generate_series(date_trunc('week', now() at time zone 'UTC'),
                                   date_trunc('week', now() at time zone 'UTC') + interval '60 weeks', interval '1 week') week
            ) weeks where is_ready) as weeks_ready,
           pg_relation_size('public.runs_default') + pg_relation_size('public.run_steps_default') as default_bytes`);
  return { weeksReady: row?.weeks_ready ?? 0, defaultBytes: row?.default_bytes ?? 0 };
}
