import { sql } from '../../db/sql.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { RunId, WorkspaceId } from '../../lib/ids.ts';

/**
 * Inserts a queued run of the workflow of that name, with its published version, if it is switched on.
 * @returns whether it is; undefined when there is no such workflow
 */
export async function insertStarted(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: { id: RunId; workflow: string; input: string; depth: number; now: Date },
): Promise<{ isEnabled: boolean } | undefined> {
  const row = await transaction.first<{ enabled: boolean }>(sql`
    with found as (
      select id, enabled, published_version from workflows
      where workspace_id = ${workspace} and name = ${run.workflow}),
    started as (
      insert into runs (workspace_id, id, workflow_id, workflow_version, status, depth, accepted_at, is_awaited, input)
      select ${workspace}, ${run.id}, id, published_version, 'queued', ${run.depth}, ${run.now}, false, ${run.input}
      from found where enabled)
    select enabled from found`);
  return row && { isEnabled: row.enabled };
}
