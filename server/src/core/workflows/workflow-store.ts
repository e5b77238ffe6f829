import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
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

/** A workflow with its published version's source. If nothing has been published, there are no steps. */
export type StoredWorkflow = Workflow & { readonly steps: string };

/** Finds a workflow by ID or name, and locks it. */
export const selectForChange = (
  transaction: Transaction,
  workspace: WorkspaceId,
  wanted: WorkflowId | string,
): Promise<StoredWorkflow | undefined> =>
  selectStored(
    transaction,
    sql`w.workspace_id = ${workspace}
        and ${typeof wanted === 'string' ? sql`w.name = ${wanted}` : sql`w.id = ${wanted}`} for update of w`,
  );

/** Returns which of the given names exist in the workspace. */
export async function selectPresentNames(
  transaction: Transaction,
  workspace: WorkspaceId,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await transaction.query<{ name: string }>(
    sql`select name from workflows where workspace_id = ${workspace} and name = any(${names})`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Finds a workflow without locking it. */
export const selectWorkflow = (
  transaction: Transaction,
  workspace: WorkspaceId,
  id: WorkflowId,
): Promise<StoredWorkflow | undefined> =>
  selectStored(transaction, sql`w.workspace_id = ${workspace} and w.id = ${id}`);

/** Returns all workflows of the workspace by name. */
export async function selectWorkflows(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<StoredWorkflow[]> {
  const rows = await transaction.query<WorkflowRow>(
    workflowsWith(sql`w.workspace_id = ${workspace} order by w.name collate "C"`),
  );
  return rows.map(toWorkflow);
}

async function selectStored(
  transaction: Transaction,
  condition: Statement,
): Promise<StoredWorkflow | undefined> {
  const row = await transaction.first<WorkflowRow>(workflowsWith(condition));
  return row && toWorkflow(row);
}

const workflowsWith = (condition: Statement): Statement => sql`
  select w.id, w.name, w.enabled or w.enabled_when_published as enabled, w.published_version, u.id as owner_id, u.email as owner_email,
         coalesce(v.steps, '[]') as steps
  from workflows w
  join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
  left join workflow_versions v
    on v.workspace_id = w.workspace_id and v.workflow_id = w.id and v.number = w.published_version
  where ${condition}`;

const toWorkflow = (row: WorkflowRow): StoredWorkflow => ({
  id: row.id,
  name: row.name,
  owner: { id: row.owner_id, email: row.owner_email },
  enabled: row.enabled,
  publishedVersion: row.published_version,
  steps: row.steps,
});

export async function insertWorkflow(
  transaction: Transaction,
  workspace: WorkspaceId,
  { name, owner, enabled, publishedVersion }: Omit<Workflow, 'id'>,
): Promise<WorkflowId> {
  const { id } = await transaction.one<{ id: WorkflowId }>(sql`
    insert into workflows (workspace_id, name, owner_id, published_version, enabled, enabled_when_published)
    values (${workspace}, ${name}, ${owner.id}, ${publishedVersion}, ${enabled && publishedVersion > 0},
            ${enabled && publishedVersion === 0})
    returning id`);
  return id;
}

/** Copies a workflow's triggers to another workflow. Schedules keep their next time. */
export async function copyTriggers(
  transaction: Transaction,
  workspace: WorkspaceId,
  from: WorkflowId,
  to: WorkflowId,
): Promise<void> {
  await transaction.query(sql`
    insert into workflow_triggers (workspace_id, workflow_id, position, type, settings, due_at)
    select workspace_id, ${to}, position, type, settings, due_at from workflow_triggers
    where workspace_id = ${workspace} and workflow_id = ${from}`);
}

export async function updateWorkflow(
  transaction: Transaction,
  workspace: WorkspaceId,
  { id, name, owner, enabled, publishedVersion }: Workflow,
): Promise<void> {
  await transaction.query(sql`
    update workflows set name = ${name}, owner_id = ${owner.id}, published_version = ${publishedVersion},
                         enabled = ${enabled && publishedVersion > 0},
                         enabled_when_published = ${enabled && publishedVersion === 0}
    where workspace_id = ${workspace} and id = ${id}`);
}

interface NewVersion {
  readonly number: number;
  readonly steps: string;
  readonly language: number;
  readonly readsRaw: boolean;
  readonly publishedAt: Date;
  readonly publishedBy: string | null;
}

export async function insertVersion(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  version: NewVersion,
): Promise<void> {
  await transaction.query(sql`
    insert into workflow_versions (workspace_id, workflow_id, number, steps, language, reads_raw, published_at,
                                   published_by)
    values (${workspace}, ${workflow}, ${version.number}, ${version.steps}, ${version.language}, ${version.readsRaw},
            ${version.publishedAt}, ${version.publishedBy})`);
}

export async function deleteWorkflow(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: WorkflowId,
): Promise<void> {
  await transaction.query(sql`delete from workflows where workspace_id = ${workspace} and id = ${id}`);
}

/** Returns the published sources that contain a string. */
export function selectStepsWith(
  transaction: Transaction,
  workspace: WorkspaceId,
  text: string,
): Promise<{ id: WorkflowId; name: string; steps: string }[]> {
  return transaction.query(sql`
    select w.id, w.name, v.steps from workflows w
    join workflow_versions v
      on v.workspace_id = w.workspace_id and v.workflow_id = w.id and v.number = w.published_version
    where w.workspace_id = ${workspace} and strpos(v.steps, ${text}) > 0
    order by w.id`);
}

export async function selectVersionSteps(
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
