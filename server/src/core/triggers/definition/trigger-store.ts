import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { UserId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { ManualTrigger, Trigger, TriggerType } from '../trigger.ts';

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

/** Returns the triggers of all workflows, each in the order of its list. */
export async function selectTriggersOfAll(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<ReadonlyMap<WorkflowId, readonly Trigger[]>> {
  const rows = await transaction.query<TriggerRow & { workflow_id: WorkflowId }>(sql`
    select workflow_id, type, settings, due_at from workflow_triggers
    where workspace_id = ${workspace} order by workflow_id, position`);
  const grouped = Map.groupBy(rows, (row) => row.workflow_id);
  return new Map([...grouped].map(([workflow, triggers]) => [workflow, triggers.map(toTrigger)]));
}

/** An enabled workflow that users start by hand. */
export interface ManualWorkflow {
  readonly id: WorkflowId;
  readonly name: string;
  readonly owner: UserId;
  readonly trigger: ManualTrigger;
}

/** Returns the enabled workflows with a manual trigger, by name. */
export async function selectManual(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<ManualWorkflow[]> {
  const rows = await transaction.query<
    Pick<ManualWorkflow, 'id' | 'name' | 'owner'> & { settings: object }
  >(sql`
    select w.id, w.name, w.owner_id as owner, t.settings
    from workflow_triggers t
    join workflows w on w.workspace_id = t.workspace_id and w.id = t.workflow_id
    join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
    where t.workspace_id = ${workspace} and t.type = 'manual' and w.enabled and u.active
    order by lower(w.name)`);
  return rows.map(({ settings, ...workflow }) => ({
    ...workflow,
    trigger: { type: 'manual', ...settings } as ManualTrigger,
  }));
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
