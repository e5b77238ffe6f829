import { sql } from '../../../db/driver/sql.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';

const weeksAhead = 4;
const batchRows = 1_000;
/** How many rejected requests per listener the inspector shows. */
export const maxRefused = 100;
/** How long they are kept. */
export const refusedDays = 7;

/** Creates the partitions for the coming weeks. Without one, a run goes into the default partition. */
export async function makeRunPartitions(upkeep: UpkeepDatabase): Promise<void> {
  await upkeep.run((transaction) => transaction.query(sql`select make_run_partitions(${weeksAhead})`));
}

/**
 * Deletes delivery keys after 24 hours (spec/listeners §8). Also deletes rejected requests that are older
 * than a week or aren't among their listener's newest ones.
 */
export async function purgeDeliveries(upkeep: UpkeepDatabase): Promise<void> {
  for (let count = batchRows; count === batchRows; ) {
    count = await upkeep.run(async (transaction) => {
      const rows = await transaction.query(sql`
        delete from delivery_keys k using (
          select workspace_id, listener_id, key_hash from delivery_keys
          where accepted_at < now() - interval '24 hours' order by accepted_at limit ${batchRows}) old
        where k.workspace_id = old.workspace_id and k.listener_id = old.listener_id and k.key_hash = old.key_hash
        returning 1`);
      return rows.length;
    });
  }
  await upkeep.run((transaction) =>
    transaction.query(sql`
      delete from refused_requests r using (
        select workspace_id, id, at, row_number() over (partition by workspace_id, listener_id order by id desc) as place
        from refused_requests) ranked
      where r.workspace_id = ranked.workspace_id and r.id = ranked.id
        and (ranked.place > ${maxRefused} or ranked.at < now() - ${refusedDays} * interval '1 day')`),
  );
}
