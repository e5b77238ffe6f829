import type { DispatchDatabase } from '../../../db/dispatch-database.ts';
import { sql } from '../../../db/driver/sql.ts';

/** Waiting runs in all workspaces, counted up to `most`. */
interface WaitingRuns {
  readonly queued: number;
  readonly oldestQueuedAt: Date | null;
  readonly overdue: number;
}

/**
 * Scans partial indexes and at most `most` rows in each, so it is cheap while few runs are waiting. Runs in
 * suspended workspaces don't count toward the backlog.
 */
export async function selectBacklog(
  door: DispatchDatabase,
  { lateBefore, most }: { lateBefore: Date; most: number },
): Promise<WaitingRuns> {
  const [row] = await door.query<{ queued: number; oldest: Date | null; overdue: number }>(sql`
    select count(*) as queued, min(accepted_at) as oldest, (
      select count(*) from (
        select from runs r join workspaces d on d.id = r.workspace_id and d.suspended_at is null
        where r.status in ('running', 'waiting') and r.due_at < ${lateBefore} limit ${most}) late) as overdue
    from (
      (select r.accepted_at from runs r join workspaces d on d.id = r.workspace_id and d.suspended_at is null
       where r.status = 'queued' and r.sent_at is null limit ${most})
      union all
      (select r.accepted_at from runs r join workspaces d on d.id = r.workspace_id and d.suspended_at is null
       where r.status = 'queued' and r.sent_at is not null limit ${most})) waiting`);
  return { queued: row?.queued ?? 0, oldestQueuedAt: row?.oldest ?? null, overdue: row?.overdue ?? 0 };
}
