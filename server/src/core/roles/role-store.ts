import { sql } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { RoleId, WorkspaceId } from '../../lib/ids.ts';
import { permissionsSchema } from '../access/index.ts';
import type { Role } from './role.ts';

type RoleRow = Pick<Tables['roles'], 'id' | 'name' | 'is_admin' | 'permissions'>;

const toRole = (row: RoleRow): Role => ({
  id: row.id as RoleId,
  name: row.name,
  isAdmin: row.is_admin,
  permissions: permissionsSchema.parse(row.permissions),
});

export async function selectByName(
  transaction: Transaction,
  workspace: WorkspaceId,
  name: string,
): Promise<Role | undefined> {
  const row = await transaction.first<RoleRow>(sql`
    select id, name, is_admin, permissions from roles where workspace_id = ${workspace} and name = ${name}`);
  return row && toRole(row);
}

export async function insertRole(
  transaction: Transaction,
  workspace: WorkspaceId,
  { name, isAdmin, permissions }: Omit<Role, 'id'>,
): Promise<Role> {
  const row = await transaction.one<RoleRow>(sql`
    insert into roles (workspace_id, name, is_admin, permissions)
    values (${workspace}, ${name}, ${isAdmin}, ${JSON.stringify(permissions)})
    returning id, name, is_admin, permissions`);
  return toRole(row);
}

export async function updateRole(
  transaction: Transaction,
  workspace: WorkspaceId,
  role: Role,
): Promise<void> {
  await transaction.query(sql`
    update roles set is_admin = ${role.isAdmin}, permissions = ${JSON.stringify(role.permissions)}
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
