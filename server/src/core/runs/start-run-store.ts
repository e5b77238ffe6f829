import { sql } from '../../db/sql.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';

/**
 * Stores a run that no request to a listener began, of the version that is published at this moment.
 * @returns false when the workflow, or its owner, is switched off
 */
export async function insertStartedRun(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: { id: RunId; workflow: WorkflowId; input: string; now: Date; isSent: boolean },
): Promise<boolean> {
  const row = await transaction.first(sql`
    insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, sent_at, is_awaited, input)
    select w.workspace_id, ${run.id}, w.id, w.published_version, 'queued', ${run.now},
           ${run.isSent ? run.now : null}::timestamptz, false, ${run.input}
    from workflows w join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
    where w.workspace_id = ${workspace} and w.id = ${run.workflow} and w.enabled and u.active
    returning 1 as stored`);
  return row !== undefined;
}
