import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../lib/errors.ts';
import type { RoleId } from '../../lib/ids.ts';
import { type Change, changedValues, recordAudit } from '../audit/index.ts';
import { findRole, findRoleForChange, keepingAdministrator } from './find-role.ts';
import type { Role } from './role.ts';
import { selectRoleByName, updateRole } from './role-store.ts';
import { auditedRole, createRole, removeRole } from './save-role.ts';

/** A new role; a name that is taken is told, not changed. */
export async function addRole(change: Change, role: Omit<Role, 'id'>): Promise<Role> {
  await requireFreeName(change, role.name);
  return createRole(change, role);
}

/** A role as it is wanted, and as it was when somebody began to change it. */
export interface EditedRole {
  readonly wanted: Omit<Role, 'id'>;
  readonly seen: Omit<Role, 'id'>;
}

/**
 * Gives a role another name, or other permissions: they count from the next request of everybody who has it. Compare and
 * set: what somebody else changed meanwhile is not overwritten.
 */
export async function editRole(change: Change, id: RoleId, { wanted, seen }: EditedRole): Promise<void> {
  const { transaction, workspace } = change;
  await keepingAdministrator(change, async () => {
    const present = await findRoleForChange(transaction, workspace, id);
    if (!isDeepStrictEqual(heldBy(present), heldBy(seen))) {
      throw conflict(
        'role_changed',
        `Somebody else changed the role "${present.name}" meanwhile. Look at what it is now, then make your change again.`,
      );
    }
    if (wanted.name !== present.name) await requireFreeName(change, wanted.name);
    // Every key of the old one stands here, so that one that is left out is seen to be taken away.
    const unset = Object.fromEntries(Object.keys(present.permissions).map((key) => [key, undefined]));
    const changed = changedValues(
      { name: present.name, ...auditedRole(present) },
      { ...unset, name: wanted.name, ...auditedRole(wanted) },
    );
    if (!changed) return;
    await updateRole(transaction, workspace, { ...wanted, id });
    await recordAudit(change, {
      action: 'changed',
      subject: { type: 'role', id, name: wanted.name },
      ...changed,
    });
  });
}

/** Deletes the role with that id, unless somebody has it. */
export async function deleteRoleById(change: Change, id: RoleId): Promise<void> {
  const { name } = await findRole(change.transaction, change.workspace, id);
  await removeRole(change, name);
}

/** What of a role is compared: a permission that is not held and one that is not named are the same. */
const heldBy = ({ name, isAdmin, permissions }: Omit<Role, 'id'>) => ({
  name,
  isAdmin,
  ...Object.fromEntries(
    Object.entries(permissions).filter(
      ([, value]) => value !== undefined && value !== false && value !== 'none',
    ),
  ),
});

async function requireFreeName({ transaction, workspace }: Change, name: string): Promise<void> {
  if (!(await selectRoleByName(transaction, workspace, name))) return;
  throw conflict('role_name_taken', `There is a role called "${name}" already. Choose another name.`);
}
