import { askForApproval } from '../../src/core/approvals/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { sql } from '../../src/db/driver/sql.ts';
import { uuid7 } from '../../src/lib/crypto/uuid7.ts';
import type { ApprovalId, RunId, WorkflowId, WorkspaceId } from '../../src/lib/ids.ts';

const dayMs = 86_400_000;

/** Creates an approval that expires after a day, with a run that waits for it. */
export async function buildApproval(
  { db }: Context,
  workspace: WorkspaceId,
  {
    workflow,
    by,
    title = 'Continue?',
    createdAt = new Date(),
  }: { workflow: number; by: unknown; title?: string; createdAt?: Date },
): Promise<ApprovalId> {
  const run = uuid7(Date.now()) as RunId;
  const expiresAt = new Date(createdAt.getTime() + dayMs);
  return db.write(workspace, async (transaction) => {
    await transaction.query(sql`
      insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, due_at, is_awaited, input)
      values (${workspace}, ${run}, ${workflow}, 1, 'waiting', ${createdAt}, ${expiresAt}, false, '{}')`);
    const onTimeout = 'reject' as const;
    const facts = { run, step: 'ask', workflow: workflow as WorkflowId, onTimeout, createdAt, expiresAt };
    return askForApproval(transaction, workspace, { title, text: '', by }, facts);
  });
}
