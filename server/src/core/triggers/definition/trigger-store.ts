import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Trigger, TriggerType } from '../trigger.ts';

/** A stored trigger, with the next time of a schedule. */
export interface StoredTrigger {
  readonly trigger: Trigger;
  readonly dueAt: Date | null;
}

interface TriggerRow {
  type: TriggerType;
  settings: object;
  due_at: Date | null;
}

const toTrigger = ({ type, settings }: Pick<TriggerRow, 'type' | 'settings'>): Trigger =>
  ({ type, ...settings }) as Trigger;

/** Returns a workflow's triggers in the order of the list. */
export async function selectTriggers(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
): Promise<StoredTrigger[]> {
  const rows = await transaction.query<TriggerRow>(sql`
    select type, settings, due_at from workflow_triggers
    where workspace_id = ${workspace} and workflow_id = ${workflow} order by position`);
  return rows.map((row) => ({ trigger: toTrigger(row), dueAt: row.due_at }));
}

/** Replaces all of a workflow's triggers. */
export async function replaceTriggers(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  triggers: readonly StoredTrigger[],
): Promise<void> {
  await transaction.query(
    sql`delete from workflow_triggers where workspace_id = ${workspace} and workflow_id = ${workflow}`,
  );
  for (const [position, { trigger, dueAt }] of triggers.entries()) {
    const { type, ...settings } = trigger;
    await transaction.query(sql`
      insert into workflow_triggers (workspace_id, workflow_id, position, type, settings, due_at)
      values (${workspace}, ${workflow}, ${position}, ${type}, ${JSON.stringify(settings)}::jsonb, ${dueAt})`);
  }
}
