import type { DispatchDatabase } from '../../../db/dispatch-database.ts';
import { sql } from '../../../db/driver/sql.ts';
import type { RunId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunJob } from '../model/run-engine.ts';

export interface OverdueRun extends RunJob {
  /** Since when the engine has had the job, or hasn't answered for it, without progress; null if not yet checked. */
  readonly doubtedAt: Date | null;
}

interface OverdueRow {
  workspace_id: WorkspaceId;
  id: RunId;
  fence: number;
  doubted_at: Date | null;
}

const toOverdue = ({ workspace_id, id, fence, doubted_at }: OverdueRow): OverdueRun => ({
  workspace: workspace_id,
  run: id,
  fence,
  doubtedAt: doubted_at,
});

/**
 * Claims overdue runs, oldest first: runs that were sent but not started, or that started and stopped
 * reporting progress. Only one process claims each run, which becomes overdue again only after the same
 * interval.
 */
export async function takeOverdue(
  door: DispatchDatabase,
  { now, lateBefore, most }: { now: Date; lateBefore: Date; most: number },
): Promise<OverdueRun[]> {
  const rows = await door.query<OverdueRow>(sql`
    with late as (
      (select workspace_id, id, sent_at as since from runs
       where status = 'queued' and sent_at < ${lateBefore} order by sent_at limit ${most})
      union all
      (select workspace_id, id, due_at from runs
       where status = 'running' and due_at < ${lateBefore} order by due_at limit ${most})
      order by since limit ${most}),
    locked as materialized (
      select r.workspace_id, r.id from late l join runs r on r.workspace_id = l.workspace_id and r.id = l.id
      where (r.status = 'queued' and r.sent_at < ${lateBefore})
         or (r.status = 'running' and r.due_at < ${lateBefore})
      for update of r skip locked)
    update runs r set
      sent_at = case when r.status = 'queued' then ${now} else r.sent_at end,
      due_at = case when r.status = 'queued' then r.due_at else ${now} end
    from locked l where r.workspace_id = l.workspace_id and r.id = l.id
    returning r.workspace_id, r.id, r.fence, r.doubted_at`);
  return rows.map(toOverdue);
}

/**
 * Records that the engine has these runs, or doesn't answer for them. Runs that have progressed since then are
 * skipped.
 */
export async function doubtRuns(door: DispatchDatabase, runs: readonly RunJob[], now: Date): Promise<void> {
  await door.query(sql`
    update runs r set doubted_at = ${now}
    from unnest(${runs.map(({ workspace }) => workspace)}::bigint[], ${runs.map(({ run }) => run)}::uuid[],
                ${runs.map(({ fence }) => fence)}::integer[]) given (workspace_id, id, fence)
    where r.workspace_id = given.workspace_id and r.id = given.id and r.fence = given.fence
      and r.status in ('queued', 'running') and r.doubted_at is null`);
}

/**
 * Increments these runs' fence, so they can be sent again and the holder of the old fence can no longer
 * write. Runs that have progressed since then are skipped.
 */
export async function redriveRuns(
  door: DispatchDatabase,
  runs: readonly RunJob[],
  now: Date,
): Promise<RunJob[]> {
  const rows = await door.query<OverdueRow>(sql`
    update runs r set
      fence = r.fence + 1, doubted_at = null,
      sent_at = case when r.status = 'queued' then ${now} else r.sent_at end,
      due_at = case when r.status = 'queued' then r.due_at else ${now} end
    from unnest(${runs.map(({ workspace }) => workspace)}::bigint[], ${runs.map(({ run }) => run)}::uuid[],
                ${runs.map(({ fence }) => fence)}::integer[]) given (workspace_id, id, fence)
    where r.workspace_id = given.workspace_id and r.id = given.id and r.fence = given.fence
      and r.status in ('queued', 'running')
    returning r.workspace_id, r.id, r.fence, r.doubted_at`);
  return rows.map(({ workspace_id, id, fence }) => ({ workspace: workspace_id, run: id, fence }));
}
