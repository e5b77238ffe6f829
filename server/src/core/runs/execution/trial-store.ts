import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';

/** Inserts a trial's run. Its transaction is rolled back. */
export async function insertTrial(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: { id: RunId; workflow: WorkflowId; input: string; now: Date },
): Promise<void> {
  await transaction.query(sql`
    insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, sent_at, is_awaited, input)
    values (${workspace}, ${run.id}, ${run.workflow}, 0, 'running', ${run.now}, ${run.now}, false, ${run.input})`);
}

/** Returns the input of one of this workflow's runs, or undefined if the run doesn't exist. */
export async function selectInput(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  run: RunId,
): Promise<string | undefined> {
  const row = await transaction.first<{ input: string }>(sql`
    select input from runs where workspace_id = ${workspace} and workflow_id = ${workflow} and id = ${run}::uuid`);
  return row?.input;
}
