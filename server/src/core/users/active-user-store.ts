import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { emailKey } from '../../lib/email.ts';
import type { RoleId, UserId, WorkspaceId } from '../../lib/ids.ts';

export interface ActiveUser {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

/** Returns all active users, sorted by name. A workspace has hundreds at most. */
export function selectActiveUsers(transaction: Transaction, workspace: WorkspaceId): Promise<ActiveUser[]> {
  return transaction.query<ActiveUser>(sql`
    select u.id, u.name, u.email, r.name as role
    from users u join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id
    where u.workspace_id = ${workspace} and u.active order by u.name, u.id`);
}

/** Returns the names of the first active administrators, so users know whom to ask for access. */
export async function selectAdministratorNames(
  transaction: Transaction,
  workspace: WorkspaceId,
  most: number,
): Promise<string[]> {
  const rows = await transaction.query<{ name: string }>(sql`
    select u.name from users u join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id and r.is_admin
    where u.workspace_id = ${workspace} and u.active order by u.name, u.id limit ${most}`);
  return rows.map(({ name }) => name);
}

/** Returns users by email address, active or not, in the order of the addresses. Unknown addresses are omitted. */
export async function selectNamedUsers(
  transaction: Transaction,
  workspace: WorkspaceId,
  emails: readonly string[],
): Promise<{ email: string; id: UserId; name: string; active: boolean }[]> {
  return transaction.query(sql`
    select wanted.email, u.id, u.name, u.active
    from unnest(${emails}::text[], ${emails.map(emailKey)}::text[]) with ordinality wanted (email, key, place)
    join users u on u.workspace_id = ${workspace} and u.email_key = wanted.key
    order by wanted.place`);
}

export async function selectHasActive(
  transaction: Transaction,
  workspace: WorkspaceId,
  role: RoleId,
): Promise<boolean> {
  const row = await transaction.first(sql`
    select 1 as found from users where workspace_id = ${workspace} and role_id = ${role} and active limit 1`);
  return row !== undefined;
}
