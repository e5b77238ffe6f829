import { conflict } from '../../lib/errors.ts';
import { type Change, recordAudit } from '../audit/index.ts';
import { countUsersOf, deleteRole, selectRoleByName } from './role-store.ts';
import { auditedRole } from './save-role.ts';

/** Deletes a role that nobody has; one that is not there is no error. */
export async function removeRole(change: Change, name: string): Promise<void> {
  const { transaction, workspace } = change;
  const role = await selectRoleByName(transaction, workspace, name);
  if (!role) return;
  const users = await countUsersOf(transaction, workspace, role.id);
  if (users > 0) {
    throw conflict('role_in_use', `${users} user(s) have the role "${name}". Give them another one first.`);
  }
  await deleteRole(transaction, workspace, role.id);
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'role', id: role.id, name },
    old: auditedRole(role),
    new: {},
  });
}
