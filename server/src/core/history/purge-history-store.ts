import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

/** The workspaces with a retention period, each with its cutoff. */
export function selectHistoryLimits(
  transaction: Transaction,
): Promise<{ workspace: WorkspaceId; before: Date }[]> {
  return transaction.query(sql`
    select workspace_id as workspace, now() - make_interval(days => history_days) as before
    from workspace_settings where history_days is not null`);
}

/**
 * Removes the entries after `after` that are older than `before`, at most `most`, and stops at the first
 * newer one. Ids grow with time, so the oldest entries come first in the primary key, and no index by time is
 * needed (docs/design/erasure-and-retention.md). Clock differences and long transactions can put entries
 * slightly out of order; an old entry behind a newer one is removed that much later.
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
