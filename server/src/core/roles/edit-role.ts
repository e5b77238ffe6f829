import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../lib/errors.ts';
import type { RoleId } from '../../lib/ids.ts';
import { everyPermission } from '../access/index.ts';
import { type Change, changedValues, recordAudit } from '../audit/index.ts';
import { findRole, findRoleForChange, keepingAdministrator } from './find-role.ts';
import type { Role } from './role.ts';
import { selectRoleByName, updateRole } from './role-store.ts';
import { auditedRole, createRole, removeRole } from './save-role.ts';

/** Creates a role. A duplicate name is an error. */
export async function addRole(change: Change, role: Omit<Role, 'id'>): Promise<Role> {
  await requireFreeName(change, role.name);
  return createRole(change, role);
}

/** The desired role, and the role as it was when the edit started. */
export interface EditedRole {
  readonly wanted: Omit<Role, 'id'>;
  readonly seen: Omit<Role, 'id'>;
}

/**
 * Changes a role's name or permissions. The change applies to its users from their next request. Compare and
 * set: a concurrent change isn't overwritten.
 */
export async function editRole(change: Change, id: RoleId, { wanted, seen }: EditedRole): Promise<void> {
  await changeRole(change, id, (present) => {
    if (isDeepStrictEqual(heldBy(present), heldBy(seen))) return wanted;
    throw conflict(
      'role_changed',
      `Another user changed the role "${present.name}" after you opened it. Review the current version, then make your change again.`,
    );
  });
}

/** Replaces a role by what `edit` makes of it. The last active administrator must stay one. */
export const changeRole = (
  change: Change,
  id: RoleId,
  edit: (present: Role) => Omit<Role, 'id'>,
): Promise<Role> =>
  keepingAdministrator(change, async () => {
    const { transaction, workspace } = change;
    const present = await findRoleForChange(transaction, workspace, id);
    const wanted = edit(present);
    if (wanted.name !== present.name) await requireFreeName(change, wanted.name);
    // List every old key, so an omitted permission counts as removed.
    const unset = Object.fromEntries(Object.keys(present.permissions).map((key) => [key, undefined]));
    const changed = changedValues(
      { name: present.name, ...auditedRole(present) },
      { ...unset, name: wanted.name, ...auditedRole(wanted) },
    );
    if (!changed) return present;
    const saved = { ...wanted, id };
    await updateRole(transaction, workspace, saved);
    await recordAudit(change, {
      action: 'changed',
      subject: { type: 'role', id, name: wanted.name },
      ...changed,
    });
    return saved;
  });

/** Deletes the role with this ID, unless a user has it. */
export async function deleteRoleById(change: Change, id: RoleId): Promise<void> {
  const { name } = await findRole(change.transaction, change.workspace, id);
  await removeRole(change, name);
}

/** Returns the parts of a role that are compared. A permission that is false equals one that is missing. */
const heldBy = ({ name, isAdmin, permissions, requiresSecondFactor }: Omit<Role, 'id'>) => ({
  name,
  isAdmin,
  requiresSecondFactor,
  ...everyPermission(permissions),
});

async function requireFreeName({ transaction, workspace }: Change, name: string): Promise<void> {
  if (!(await selectRoleByName(transaction, workspace, name))) return;
  throw conflict('role_name_taken', `A role called "${name}" already exists. Choose another name.`, 'name');
}
