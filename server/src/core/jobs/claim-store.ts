import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { JobId, WorkspaceId } from '../../lib/ids.ts';
import type { HeldJob, JobKind } from './job.ts';

/** A claimed job. `attempts` counts consecutive claims without progress. */
export interface TakenJob extends HeldJob {
  readonly kind: JobKind;
  readonly attempts: number;
}

/**
 * Claims a job that no process holds, except in suspended workspaces. It picks the workspace that has waited
 * longest, then that workspace's job that has waited longest, so many jobs in one workspace don't delay
 * others. The new fence prevents the previous holder from writing.
 */
export async function takeNext(
  transaction: Transaction,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<TakenJob | undefined> {
  const row = await transaction.first<{
    workspace_id: WorkspaceId;
    id: JobId;
    kind: JobKind;
    fence: number;
    attempts: number;
  }>(sql`
    with free as (
      select j.workspace_id, j.id from jobs j
      join workspaces w on w.id = j.workspace_id and w.suspended_at is null
      where j.status in ('queued', 'running') and (j.lease_until is null or j.lease_until < ${now})
      order by (
        select max(o.turn_at) from jobs o
        where o.workspace_id = j.workspace_id and o.fence > 0) nulls first,
        j.turn_at, j.id
      limit 1 for update of j skip locked)
    update jobs j set fence = j.fence + 1, lease_until = ${leaseUntil}, turn_at = ${now}, attempts = j.attempts + 1
    from free where j.workspace_id = free.workspace_id and j.id = free.id
    returning j.workspace_id, j.id, j.kind, j.fence, j.attempts`);
  if (!row) return undefined;
  const { workspace_id: workspace, ...taken } = row;
  return { workspace, ...taken };
}

/** Releases a job. After a failure, there is a delay before the job can be claimed again. */
export async function releaseLease(
  transaction: Transaction,
  { workspace, id, fence }: HeldJob,
  until: Date | null,
): Promise<void> {
  await transaction.query(sql`
    update jobs set lease_until = ${until} where workspace_id = ${workspace} and id = ${id} and fence = ${fence}`);
}

/**
 * Deletes jobs in all workspaces that finished long ago or have been drafts for too long, with their files.
 */
export async function purgeOld(
  transaction: Transaction,
  { endedBefore, draftedBefore }: { endedBefore: Date; draftedBefore: Date },
  most: number,
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from jobs where (workspace_id, id) in (
      select workspace_id, id from jobs
      where (status in ('succeeded', 'failed', 'cancelled') and ended_at < ${endedBefore})
        or (status in ('draft', 'checked') and created_at < ${draftedBefore})
      limit ${most})
    returning id`);
  return rows.length;
}
