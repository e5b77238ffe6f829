import { z } from 'zod';
import { HarkError } from '../../lib/errors.ts';
import type { RoleId } from '../../lib/ids.ts';
import { readBody, requireUnchanged } from '../../lib/read-body.ts';
import { everyPermission, type Permissions, permissionsSchema } from '../access/index.ts';
import type { Change } from '../audit/index.ts';
import { addRole, changeRole } from './edit-role.ts';
import type { Role } from './role.ts';
import { countUsersOf, selectById, selectRoleByName } from './role-store.ts';
import { type ShownRole, showRole } from './show-role.ts';

/** A role in the body of a request: its name, or an object with its ID. */
export const roleReference = z.union([z.string().min(1), z.object({ id: z.int().positive() })]);
export type RoleReference = z.output<typeof roleReference>;

/** Finds the role that `role` in a body refers to. @throws HarkError if the workspace has no such role */
export async function requireRoleReference(
  { transaction, workspace }: Change,
  reference: RoleReference,
): Promise<Role> {
  const isName = typeof reference === 'string';
  const role = isName
    ? await selectRoleByName(transaction, workspace, reference)
    : await selectById(transaction, workspace, reference.id as RoleId);
  if (role) return role;
  const shown = isName ? `"${reference}"` : `with the ID ${reference.id}`;
  throw new HarkError('invalid', 'unknown_role', `role: there is no role ${shown} in this workspace.`, {
    field: 'role',
  });
}

export const roleName = z.string().trim().min(1).max(200);
const written = { is_admin: z.boolean().optional(), permissions: permissionsSchema.optional() };
const newRole = z.strictObject({ name: roleName, ...written });
export type NewRole = z.output<typeof newRole>;

const readOnly = z.unknown().optional();
const roleChange = z.strictObject({ name: roleName.optional(), ...written, id: readOnly, users: readOnly });
export type RoleChange = z.output<typeof roleChange>;

/** Reads the body of `POST /api/roles/new` (spec/rest-api §15). */
export const readNewRole = (body: unknown): NewRole => readBody(newRole, body);

/** Reads the body of `PATCH` and `PUT /api/roles/{id}` (spec/rest-api §15.1). */
export const readRoleChange = (body: unknown): RoleChange => readBody(roleChange, body);

/** Creates a role as a caller of the REST API asks. */
export async function createRoleFrom(change: Change, wanted: NewRole): Promise<ShownRole> {
  const { name, is_admin = false, permissions = {} } = wanted;
  const role = { name, isAdmin: is_admin, permissions, requiresSecondFactor: false };
  return showRole({ ...(await addRole(change, role)), users: 0 });
}

/** Changes a role as a caller of the REST API asks: only the permissions that the body names change (spec/rest-api §15.1). */
export async function changeRoleFrom(change: Change, id: RoleId, wanted: RoleChange): Promise<ShownRole> {
  const users = await countUsersOf(change.transaction, change.workspace, id);
  const changed = await changeRole(change, id, (present) => {
    requireUnchanged(showRole({ ...present, users }), wanted, ['id', 'users']);
    return {
      name: wanted.name ?? present.name,
      isAdmin: wanted.is_admin ?? present.isAdmin,
      permissions: mergePermissions(present, wanted.permissions),
      requiresSecondFactor: present.requiresSecondFactor,
    };
  });
  return showRole({ ...changed, users });
}

/** A permission that isn't stored has the value that denies it, so sending that value changes nothing. */
function mergePermissions(present: Role, wanted: Permissions = {}): Permissions {
  const values: Permissions = everyPermission(present.permissions);
  const changed = Object.entries(wanted).filter(([key, value]) => values[key as keyof Permissions] !== value);
  return { ...present.permissions, ...Object.fromEntries(changed) };
}
