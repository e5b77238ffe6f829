import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunStatus } from '../model/run.ts';
import { isUnresolved } from '../model/unresolved-store.ts';

export interface RecentRun {
  readonly workflow_id: WorkflowId;
  readonly id: RunId;
  readonly status: RunStatus;
  readonly accepted_at: Date;
  /** Whether it failed and was retried. */
  readonly is_retried: boolean;
}

/** Returns the newest runs of each of these workflows, newest first. */
export function selectRecentRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflows: readonly WorkflowId[],
  most: number,
): Promise<RecentRun[]> {
  return transaction.query<RecentRun>(sql`
    select r.workflow_id, r.id, r.status, r.accepted_at,
           r.status = 'failed' and not (${isUnresolved}) as is_retried
    from unnest(${workflows}::bigint[]) wanted (workflow_id)
    cross join lateral (
      select workflow_id, id, status, accepted_at, retried_as from runs
      where workspace_id = ${workspace} and workflow_id = wanted.workflow_id
      order by id desc limit ${most}) r
    order by r.id desc`);
}

/** Counts a workflow's unfinished runs, up to `most`. */
export async function countUnfinishedOf(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  most: number,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(sql`
    select count(*)::int as count from (
      select from runs
      where workspace_id = ${workspace} and workflow_id = ${workflow} and status in ('queued', 'running', 'waiting')
      limit ${most}) unfinished`);
  return count;
}
