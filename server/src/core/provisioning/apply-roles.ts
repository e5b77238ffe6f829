import type { Change } from '../audit/index.ts';
import { type Role, removeRole, saveRole } from '../roles/index.ts';
import type { Absent, RoleItem } from './file-schema.ts';

export type RoleResult = { name: string } & (
  | Absent
  | { id: number; is_admin: boolean; permissions: Role['permissions'] }
);

export async function applyRole(change: Change, item: RoleItem): Promise<RoleResult> {
  if (item.state === 'absent') return { name: item.name, state: 'absent' };
  const { id, name, isAdmin, permissions } = await saveRole(change, {
    name: item.name,
    isAdmin: item.is_admin,
    permissions: item.permissions,
  });
  return { id, name, is_admin: isAdmin, permissions };
}

/** After the users, who may have been given another role just now. */
export async function applyAbsentRole(change: Change, item: RoleItem): Promise<void> {
  if (item.state === 'absent') await removeRole(change, item.name);
}
