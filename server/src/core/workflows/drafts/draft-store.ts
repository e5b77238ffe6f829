import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';

export type DraftRow = Pick<
  Tables['workflow_drafts'],
  'revision' | 'steps' | 'base_version' | 'changed_at' | 'changed_by'
>;

export function selectDraft(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
): Promise<DraftRow | undefined> {
  return transaction.first<DraftRow>(sql`
    select revision, steps, base_version, changed_at, changed_by from workflow_drafts
    where workspace_id = ${workspace} and workflow_id = ${workflow}`);
}

/** Writes a draft. The caller must have locked the workflow and compared the revision. */
export async function upsertDraft(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  draft: DraftRow,
): Promise<void> {
  await transaction.query(sql`
    insert into workflow_drafts (workspace_id, workflow_id, revision, steps, base_version, changed_at, changed_by)
    values (${workspace}, ${workflow}, ${draft.revision}, ${draft.steps}, ${draft.base_version}, ${draft.changed_at},
            ${draft.changed_by})
    on conflict (workspace_id, workflow_id) do update set
      revision = excluded.revision, steps = excluded.steps, base_version = excluded.base_version,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by`);
}

/** Returns drafts that differ from the published version and contain a string. */
export function selectDraftsWith(
  transaction: Transaction,
  workspace: WorkspaceId,
  text: string,
): Promise<{ id: WorkflowId; name: string; steps: string }[]> {
  return transaction.query(sql`
    select w.id, w.name, d.steps from workflow_drafts d
    join workflows w on w.workspace_id = d.workspace_id and w.id = d.workflow_id
    where d.workspace_id = ${workspace} and strpos(d.steps, ${text}) > 0
    order by w.id`);
}
