import { sql } from '../../db/sql.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { Workflow } from './workflow.ts';

interface WorkflowRow {
  id: WorkflowId;
  name: string;
  enabled: boolean;
  published_version: number;
  owner_id: UserId;
  owner_email: string;
  steps: string;
}

/** A workflow with the source of its published version. */
export type StoredWorkflow = Workflow & { readonly steps: string };

/** The workflow of that name, locked against a second writer. */
export async function selectByName(
  transaction: Transaction,
  workspace: WorkspaceId,
  name: string,
): Promise<StoredWorkflow | undefined> {
  const row = await transaction.first<WorkflowRow>(sql`
    select w.id, w.name, w.enabled, w.published_version, u.id as owner_id, u.email as owner_email, v.steps
    from workflows w
    join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
    join workflow_versions v
      on v.workspace_id = w.workspace_id and v.workflow_id = w.id and v.number = w.published_version
    where w.workspace_id = ${workspace} and w.name = ${name}
    for update of w`);
  return (
    row && {
      id: row.id,
      name: row.name,
      owner: { id: row.owner_id, email: row.owner_email },
      enabled: row.enabled,
      publishedVersion: row.published_version,
      steps: row.steps,
    }
  );
}

export async function insertWorkflow(
  transaction: Transaction,
  workspace: WorkspaceId,
  { name, owner, enabled }: Pick<Workflow, 'name' | 'owner' | 'enabled'>,
): Promise<WorkflowId> {
  const { id } = await transaction.one<{ id: WorkflowId }>(sql`
    insert into workflows (workspace_id, name, owner_id, enabled, published_version)
    values (${workspace}, ${name}, ${owner.id}, ${enabled}, 1)
    returning id`);
  return id;
}

export async function updateWorkflow(
  transaction: Transaction,
  workspace: WorkspaceId,
  { id, owner, enabled, publishedVersion }: Workflow,
): Promise<void> {
  await transaction.query(sql`
    update workflows set owner_id = ${owner.id}, enabled = ${enabled}, published_version = ${publishedVersion}
    where workspace_id = ${workspace} and id = ${id}`);
}

export async function insertVersion(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  version: { number: number; steps: string; language: number; readsRaw: boolean; publishedAt: Date },
): Promise<void> {
  await transaction.query(sql`
    insert into workflow_versions (workspace_id, workflow_id, number, steps, language, reads_raw, published_at)
    values (${workspace}, ${workflow}, ${version.number}, ${version.steps}, ${version.language}, ${version.readsRaw},
            ${version.publishedAt})`);
}

export async function deleteWorkflow(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: WorkflowId,
): Promise<void> {
  await transaction.query(sql`delete from workflows where workspace_id = ${workspace} and id = ${id}`);
}

/** The source of a published version. */
export async function selectSteps(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  version: number,
): Promise<string | undefined> {
  const row = await transaction.first<{ steps: string }>(sql`
    select steps from workflow_versions
    where workspace_id = ${workspace} and workflow_id = ${workflow} and number = ${version}`);
  return row?.steps;
}
