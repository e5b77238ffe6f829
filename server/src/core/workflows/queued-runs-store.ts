import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { uuid7 } from '../../lib/crypto/uuid7.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { runEventInsert } from '../events/index.ts';

/** The max runs that a deletion ends. Later ones fail one by one when they start. */
const maxEnded = 10_000;

/**
 * Ends the queued runs of a deleted workflow that haven't started (spec/runs §3.6). A run that waits for one of them
 * resumes; a request that waits for one finds out within half a second.
 */
export async function endQueuedRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  now: Date,
): Promise<void> {
  // A run that is being dispatched right now is skipped. It fails when it starts.
  const queued = await transaction.query<{ id: RunId; called_by: RunId | null }>(sql`
    select id, called_by from runs
    where workspace_id = ${workspace} and workflow_id = ${workflow}
      and status = 'queued' and sent_at is null and started_at is null
    order by id limit ${maxEnded} for update skip locked`);
  if (queued.length === 0) return;
  const uids = queued.map(() => uuid7(now.getTime()));
  const ended = sql`
    update runs r set
      status = 'failed', fence = r.fence + 1, started_at = ${now}, ended_at = ${now}, error = 'The workflow was deleted.'
    from unnest(${queued.map(({ id }) => id)}::uuid[], ${uids}::uuid[]) given (id, uid)
    where r.workspace_id = ${workspace} and r.id = given.id
    returning r.workspace_id, r.id, r.workflow_id, r.status, r.started_at, r.ended_at, r.error, given.uid`;
  await transaction.query(sql`with ended as (${ended}) ${runEventInsert(sql`ended`)}`);
  const callers = queued.flatMap(({ called_by }) => called_by ?? []);
  await transaction.query(sql`
    update runs set status = 'queued', sent_at = null, due_at = null
    where workspace_id = ${workspace} and id = any(${callers}::uuid[]) and status = 'waiting' and due_at is not null`);
}
