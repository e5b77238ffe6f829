import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId } from '../../../lib/ids.ts';

/** Returns every retention period that is in use, in days. */
export async function selectRetentions(transaction: Transaction): Promise<number[]> {
  const rows = await transaction.query<{ days: number }>(
    sql`select distinct run_retention_days as days from workspace_settings`,
  );
  return rows.map(({ days }) => days);
}

/**
 * Deletes at most `most` finished runs, with their steps, in the workspaces with this retention period. A
 * run's age counts from its end, not from its start, because a run can sleep longer than the retention
 * period.
 */
export async function deleteOldRuns(
  transaction: Transaction,
  { days, before, firstKept, most }: { days: number; before: Date; firstKept: RunId; most: number },
): Promise<number> {
  const { deleted } = await transaction.one<{ deleted: number }>(sql`
    with old as (
      select r.workspace_id, r.id from workspace_settings s
      cross join lateral (
        select workspace_id, id from runs
        where workspace_id = s.workspace_id and id < ${firstKept} and ended_at < ${before} limit ${most}) r
      where s.run_retention_days = ${days} limit ${most}),
    gone as (
      delete from runs r using old where r.workspace_id = old.workspace_id and r.id = old.id
      returning r.workspace_id, r.id),
    done as (
      delete from run_steps s using old where s.workspace_id = old.workspace_id and s.run_id = old.id),
    asked as (
      delete from approvals a using old where a.workspace_id = old.workspace_id and a.run_id = old.id)
    select count(*) as deleted from gone`);
  return deleted;
}

/** Deletes at most `most` approvals whose run was dropped with its partition. */
export async function deleteOrphanedApprovals(transaction: Transaction, before: Date, most: number) {
  const rows = await transaction.query(sql`
    delete from approvals a using (
      select o.workspace_id, o.id from approvals o
      where o.created_at < ${before}
        and not exists (select from runs r where r.workspace_id = o.workspace_id and r.id = o.run_id)
      limit ${most}) orphaned
    where a.workspace_id = orphaned.workspace_id and a.id = orphaned.id
    returning 1 as deleted`);
  return rows.length;
}

/** Drops the partitions of weeks in which nothing has to be kept. @returns how many were dropped */
export async function dropRunPartitions(transaction: Transaction): Promise<number> {
  const { dropped } = await transaction.one<{ dropped: number }>(
    sql`select drop_run_partitions() as dropped`,
  );
  return dropped;
}
