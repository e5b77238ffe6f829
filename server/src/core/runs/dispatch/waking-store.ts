import type { DispatchDatabase } from '../../../db/dispatch-database.ts';
import { sql } from '../../../db/driver/sql.ts';

/**
 * Queues sleeping runs that are due (docs/design/run-execution.md). Runs in a suspended workspace are paused
 * instead, so they aren't checked repeatedly.
 * @returns how many runs were due
 */
export async function wakeRuns(
  door: DispatchDatabase,
  { now, most }: { now: Date; most: number },
): Promise<number> {
  const due = await door.query(sql`
    with due as (
      select r.workspace_id, r.id from runs r
      where r.status = 'waiting' and r.due_at <= ${now}
      order by r.due_at limit ${most} for update skip locked)
    update runs r set
      status = case when d.suspended_at is null then 'queued' else 'waiting' end, sent_at = null, due_at = null
    from due join workspaces d on d.id = due.workspace_id
    where r.workspace_id = due.workspace_id and r.id = due.id
    returning 1 as due`);
  return due.length;
}

/**
 * Resumes runs that were paused because their workspace was suspended or their workflow's owner was
 * deactivated, once that is no longer the case (spec/rest-api §7.4). If their workflow has been deleted
 * since, they are queued too, and executing them ends them. Each workflow is checked once, regardless of how
 * many of its runs are paused.
 * @returns how many runs were queued
 */
export async function resumeRuns(door: DispatchDatabase, most: number): Promise<number> {
  const resumed = await door.query(sql`
    with recursive standing as (
      (select r.workspace_id, r.workflow_id from runs r where r.status = 'waiting' and r.due_at is null
       order by r.workspace_id, r.workflow_id limit 1)
      union all
      select next.* from standing s cross join lateral (
        select r.workspace_id, r.workflow_id from runs r
        where r.status = 'waiting' and r.due_at is null
          and (r.workspace_id, r.workflow_id) > (s.workspace_id, s.workflow_id)
        order by r.workspace_id, r.workflow_id limit 1) next),
    resumed as (
      select run.* from standing s
      join workspaces d on d.id = s.workspace_id and d.suspended_at is null
      left join workflows w on w.workspace_id = s.workspace_id and w.id = s.workflow_id
      left join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
      cross join lateral (
        select r.workspace_id, r.id from runs r
        where r.workspace_id = s.workspace_id and r.workflow_id = s.workflow_id
          and r.status = 'waiting' and r.due_at is null
        limit ${most} for update skip locked) run
      where w.id is null or u.active limit ${most})
    update runs r set status = 'queued', sent_at = null
    from resumed where r.workspace_id = resumed.workspace_id and r.id = resumed.id
    returning 1 as resumed`);
  return resumed.length;
}
