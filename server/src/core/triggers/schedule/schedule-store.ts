import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Schedule } from '../trigger.ts';

export interface DueWorkflow {
  readonly workspace: WorkspaceId;
  readonly workflow: WorkflowId;
}

/** Finds workflows with a schedule that is due, in all workspaces that aren't suspended. */
export function selectDueWorkflows(
  transaction: Transaction,
  now: Date,
  most: number,
): Promise<DueWorkflow[]> {
  return transaction.query(sql`
    select t.workspace_id as workspace, t.workflow_id as workflow
    from workflow_triggers t join workspaces d on d.id = t.workspace_id and d.suspended_at is null
    where t.due_at <= ${now}
    group by t.workspace_id, t.workflow_id order by min(t.due_at) limit ${most}`);
}

/** Locks a workflow's schedules that are due. Skips schedules that another process is working on. */
export async function lockDueSchedules(
  transaction: Transaction,
  { workspace, workflow }: DueWorkflow,
  now: Date,
): Promise<{ position: number; schedule: Schedule; dueAt: Date }[]> {
  const rows = await transaction.query<{
    position: number;
    settings: Omit<Schedule, 'type'>;
    due_at: Date;
  }>(sql`
    select position, settings, due_at from workflow_triggers
    where workspace_id = ${workspace} and workflow_id = ${workflow} and due_at <= ${now}
    order by position for update skip locked`);
  return rows.map(({ position, settings, due_at }) => ({
    position,
    schedule: { type: 'schedule', ...settings },
    dueAt: due_at,
  }));
}

export async function updateDueAt(
  transaction: Transaction,
  { workspace, workflow }: DueWorkflow,
  position: number,
  dueAt: Date | null,
): Promise<void> {
  await transaction.query(sql`
    update workflow_triggers set due_at = ${dueAt}
    where workspace_id = ${workspace} and workflow_id = ${workflow} and position = ${position}`);
}
