import { everyPermission } from '../access/index.ts';
import type { ListedRole } from './find-role.ts';

/** The keys of a role as REST shows it, in this order. */
export const shownRoleKeys = ['id', 'name', 'is_admin', 'permissions', 'users'] as const;

export type ShownRole = ReturnType<typeof showRole>;

/** Returns a role as REST shows it, with a value for every permission (spec/rest-api §15). */
export const showRole = ({ id, name, isAdmin, users, permissions }: ListedRole) => ({
  id,
  name,
  is_admin: isAdmin,
  permissions: everyPermission(permissions),
  users,
});
