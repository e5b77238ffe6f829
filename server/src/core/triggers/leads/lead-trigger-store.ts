import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RoleId, UserId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Permissions } from '../../access/index.ts';
import type { LeadTrigger, LeadTriggerType } from '../trigger.ts';

/** A lead trigger of a workflow that is enabled, with the owner that its runs act as. */
export interface ActiveTrigger {
  readonly workflow: WorkflowId;
  readonly trigger: LeadTrigger;
  readonly owner: {
    readonly user: { readonly id: UserId; readonly name: string; readonly email: string };
    readonly role: {
      readonly id: RoleId;
      readonly name: string;
      readonly isAdmin: boolean;
      readonly permissions: Permissions;
    };
  };
}

interface ActiveRow {
  workflow_id: WorkflowId;
  type: LeadTriggerType;
  settings: Omit<LeadTrigger, 'type'>;
  user_id: UserId;
  user_name: string;
  email: string;
  role_id: RoleId;
  role_name: string;
  is_admin: boolean;
  permissions: Permissions;
}

/** Returns the lead triggers of all workflows that are enabled and whose owner is active. */
export async function selectActiveTriggers(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<ActiveTrigger[]> {
  const rows = await transaction.query<ActiveRow>(sql`
    select t.workflow_id, t.type, t.settings, u.id as user_id, u.name as user_name, u.email,
           o.id as role_id, o.name as role_name, o.is_admin, o.permissions
    from workflow_triggers t
    join workflows w on w.workspace_id = t.workspace_id and w.id = t.workflow_id and w.enabled
    join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id and u.active
    join roles o on o.workspace_id = u.workspace_id and o.id = u.role_id
    where t.workspace_id = ${workspace} and t.type in ('lead.created', 'lead.updated', 'lead.deleted')
    order by t.workflow_id, t.position`);
  return rows.map((row) => ({
    workflow: row.workflow_id,
    trigger: { type: row.type, ...row.settings },
    owner: {
      user: { id: row.user_id, name: row.user_name, email: row.email },
      role: { id: row.role_id, name: row.role_name, isAdmin: row.is_admin, permissions: row.permissions },
    },
  }));
}
