import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

/** Returns the workspaces that have a retention period, each with its cutoff time. */
export function selectHistoryLimits(
  transaction: Transaction,
): Promise<{ workspace: WorkspaceId; before: Date }[]> {
  return transaction.query(sql`
    select workspace_id as workspace, now() - make_interval(days => history_days) as before
    from workspace_settings where history_days is not null`);
}

/**
 * Deletes at most `most` entries that follow the ID `after` and are older than `before`, and stops at the
 * first newer entry. IDs grow with time, so the primary key lists the oldest entries first and no index by
 * time is needed (docs/design/erasure-and-retention.md). Clock differences and long transactions can put
 * entries slightly out of order. An old entry behind a newer one is deleted once the newer one has expired
 * too.
 */
export function deleteOldest(
  transaction: Transaction,
  workspace: WorkspaceId,
  before: Date,
  after: number,
  most: number,
): Promise<{ removed: number; last: number | null }> {
  return transaction.one(sql`
    with oldest as materialized (
      select id, at from lead_history
      where workspace_id = ${workspace} and id > ${after} and (
        select at from lead_history where workspace_id = ${workspace} and id > ${after} order by id limit 1) < ${before}
      order by id limit ${most}),
    old as (
      select id from oldest
      where id < all(array(select id from oldest where at >= ${before} order by id limit 1))),
    gone as (
      delete from lead_history where workspace_id = ${workspace} and id = any(array(select id from old)) returning id)
    select count(*) as removed, max(id) as last from gone`);
}
