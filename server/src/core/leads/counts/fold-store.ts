import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';

/**
 * The advisory lock that lets only one process fold at a time. The number only has to differ from other jobs'
 * locks.
 */
const lockNumber = 4_827_110_002;

export async function tryFoldLock(transaction: Transaction): Promise<boolean> {
  const { taken } = await transaction.one<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockNumber}) as taken`,
  );
  return taken;
}

/**
 * Uses a single statement, so readers see either a delta or its folded count, never both and never neither.
 */
export async function foldDeltas(transaction: Transaction, most: number): Promise<number> {
  const { folded } = await transaction.one<{ folded: number }>(sql`
    with gone as (
      delete from lead_count_deltas where ctid = any(array(select ctid from lead_count_deltas limit ${most}))
      returning workspace_id, owner_id, block, delta),
    totals as (
      insert into lead_counts as c (workspace_id, owner_id, count)
      select workspace_id, owner_id, sum(delta) from (
        select workspace_id, owner_id, delta from gone
        union all
        select workspace_id, -1, delta from gone) each_and_all
      group by workspace_id, owner_id having sum(delta) <> 0 order by workspace_id, owner_id
      on conflict (workspace_id, owner_id) do update set count = c.count + excluded.count),
    blocks as (
      insert into lead_blocks as b (workspace_id, block, count)
      select workspace_id, block, sum(delta) from gone
      group by workspace_id, block having sum(delta) <> 0 order by workspace_id, block
      on conflict (workspace_id, block) do update set count = b.count + excluded.count)
    select count(*) as folded from gone`);
  return folded;
}
