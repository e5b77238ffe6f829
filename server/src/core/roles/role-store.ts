import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { RoleId, WorkspaceId } from '../../lib/ids.ts';
import { permissionsSchema } from '../access/index.ts';
import type { Role } from './role.ts';

type RoleRow = Pick<Tables['roles'], 'id' | 'name' | 'is_admin' | 'permissions' | 'requires_second_factor'>;

const toRole = (row: RoleRow): Role => ({
  id: row.id as RoleId,
  name: row.name,
  isAdmin: row.is_admin,
  permissions: permissionsSchema.parse(row.permissions),
  requiresSecondFactor: row.requires_second_factor,
});

async function selectOne(
  transaction: Transaction,
  workspace: WorkspaceId,
  which: Statement,
): Promise<Role | undefined> {
  const row = await transaction.first<RoleRow>(sql`
    select id, name, is_admin, permissions, requires_second_factor from roles where workspace_id = ${workspace} and ${which}`);
  return row && toRole(row);
}

export const selectRoleByName = (transaction: Transaction, workspace: WorkspaceId, name: string) =>
  selectOne(transaction, workspace, sql`name = ${name}`);

export const selectById = (transaction: Transaction, workspace: WorkspaceId, id: RoleId) =>
  selectOne(transaction, workspace, sql`id = ${id}`);

/**
 * Locks a role. Concurrent changes wait here and then see the first one's result. Assigning the role doesn't
 * wait.
 */
export const selectByIdForChange = (transaction: Transaction, workspace: WorkspaceId, id: RoleId) =>
  selectOne(transaction, workspace, sql`id = ${id} for no key update`);

export async function insertRole(
  transaction: Transaction,
  workspace: WorkspaceId,
  { name, isAdmin, permissions, requiresSecondFactor }: Omit<Role, 'id'>,
): Promise<Role> {
  const row = await transaction.one<RoleRow>(sql`
    insert into roles (workspace_id, name, is_admin, permissions, requires_second_factor)
    values (${workspace}, ${name}, ${isAdmin}, ${JSON.stringify(permissions)}, ${requiresSecondFactor})
    returning id, name, is_admin, permissions, requires_second_factor`);
  return toRole(row);
}

export async function updateRole(
  transaction: Transaction,
  workspace: WorkspaceId,
  role: Role,
): Promise<void> {
  await transaction.query(sql`
    update roles set name = ${role.name}, is_admin = ${role.isAdmin}, permissions = ${JSON.stringify(role.permissions)},
                     requires_second_factor = ${role.requiresSecondFactor}
    where workspace_id = ${workspace} and id = ${role.id}`);
}

export async function deleteRole(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: RoleId,
): Promise<void> {
  await transaction.query(sql`delete from roles where workspace_id = ${workspace} and id = ${id}`);
}

export async function countUsersOf(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: RoleId,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(
    sql`select count(*) from users where workspace_id = ${workspace} and role_id = ${id}`,
  );
  return count;
}

/** Returns roles with their number of users. */
export async function selectRoles(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<(Role & { users: number })[]> {
  const rows = await transaction.query<RoleRow & { users: number }>(sql`
    select r.id, r.name, r.is_admin, r.permissions, r.requires_second_factor,
           (select count(*) from users u where u.workspace_id = r.workspace_id and u.role_id = r.id) as users
    from roles r where r.workspace_id = ${workspace} order by r.id`);
  return rows.map((row) => ({ ...toRole(row), users: row.users }));
}

/**
 * Locks the administrator roles. Concurrent changes wait here and then see the first one's result. Assigning
 * these roles doesn't wait.
 */
export async function lockAdministratorRoles(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<void> {
  await transaction.query(sql`
    select from roles where workspace_id = ${workspace} and is_admin order by id for no key update`);
}

export async function countActiveAdministrators(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(sql`
    select count(*) from users u
    join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id and r.is_admin
    where u.workspace_id = ${workspace} and u.active`);
  return count;
}

/** Whether single sign-on is required, but its break-glass user isn't an active administrator (any longer). */
export async function selectHasLostBreakGlass(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<boolean> {
  const row = await transaction.first(sql`
    select from identity_providers p
    left join users u on u.workspace_id = p.workspace_id and u.id = p.break_glass_user_id and u.active
    left join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id and r.is_admin
    where p.workspace_id = ${workspace} and p.is_required and r.id is null`);
  return row !== undefined;
}
