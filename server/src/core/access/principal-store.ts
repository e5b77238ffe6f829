import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { RoleId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Versions } from './credential-store.ts';
import { permissionsSchema } from './permissions.ts';
import type { Principal } from './principal.ts';

interface UserRow {
  name: string;
  email: string;
  role_id: RoleId;
  role_name: string;
  is_admin: boolean;
  permissions: unknown;
  workspace_name: string;
  base_url: string;
  host: string;
  listener_host: string | null;
  is_suspended: boolean;
}

/** Returns the user with their current role and workspace. */
export async function selectActiveUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<Omit<Principal, 'means'> | undefined> {
  const row = await transaction.first<UserRow>(sql`
    select u.name, u.email, r.id as role_id, r.name as role_name, r.is_admin, r.permissions,
           w.name as workspace_name, w.base_url, w.host, w.listener_host, w.suspended_at is not null as is_suspended
    from users u
    join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id
    join workspaces w on w.id = u.workspace_id
    where u.workspace_id = ${workspace} and u.id = ${user} and u.active`);
  return (
    row && {
      workspace: {
        id: workspace,
        name: row.workspace_name,
        baseUrl: row.base_url,
        host: row.host,
        listenerHost: row.listener_host,
        isSuspended: row.is_suspended,
      },
      user: { id: user, name: row.name, email: row.email },
      role: {
        id: row.role_id,
        name: row.role_name,
        isAdmin: row.is_admin,
        permissions: permissionsSchema.parse(row.permissions),
      },
    }
  );
}

export async function selectCacheVersions(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<Versions> {
  return transaction.one<{ fields: number; names: number; values: number }>(sql`
    select lead_fields_version as fields, user_names_version as names, template_values_version as values
    from workspace_settings where workspace_id = ${workspace}`);
}
