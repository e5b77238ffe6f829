import { conflict } from '../../lib/errors.ts';
import type { RoleId, UserId } from '../../lib/ids.ts';
import { type Change, recordAudit } from '../audit/index.ts';
import { findRole, keepingAdministrator } from '../roles/index.ts';
import { findUser } from './list-users.ts';
import { auditedUser, type SavedUser, saveUser, type WantedUser } from './save-user.ts';
import { countWorkflowsOf, deleteUser, raiseNamesVersion, selectByEmail } from './user-store.ts';

/** Creates a user. Throws if the email address is in use, without changing the existing user. */
export async function addUser(
  change: Change,
  wanted: Omit<WantedUser, 'role'> & { readonly role: RoleId },
): Promise<SavedUser> {
  const { transaction, workspace } = change;
  const role = await findRole(transaction, workspace, wanted.role);
  if (await selectByEmail(transaction, workspace, wanted.email)) {
    throw conflict(
      'email_taken',
      `A user with the email address ${wanted.email} already exists. Open their page to send a new link.`,
      'email',
    );
  }
  return saveUser(change, { ...wanted, role: role.name });
}

/** The fields to change. Omitted fields stay unchanged. */
export interface EditedUser {
  readonly name?: string | undefined;
  readonly role?: RoleId | undefined;
  readonly active?: boolean | undefined;
}

/**
 * Changes the user with this ID. The last active administrator must stay an active administrator, and users can't
 * deactivate themselves (spec/rest-api §14.3).
 */
export const editUser = (change: Change, id: UserId, { role, ...wanted }: EditedUser): Promise<SavedUser> =>
  keepingAdministrator(change, async () => {
    const { transaction, workspace, actor } = change;
    const { email } = await findUser(transaction, workspace, id);
    if (wanted.active === false && actor.user?.id === id) {
      throw conflict('own_account', "You can't deactivate your own account. Ask another administrator.");
    }
    const roleName = role && (await findRole(transaction, workspace, role)).name;
    return saveUser(change, { ...wanted, email, role: roleName });
  });

/**
 * Deletes a user who owns no workflow (spec/rest-api §7.4), with all their credentials and sessions. A
 * missing user isn't an error. The audit log and the history keep the user's name.
 */
export async function removeUser(change: Change, email: string): Promise<void> {
  const { transaction, workspace } = change;
  const user = await selectByEmail(transaction, workspace, email);
  if (!user) return;
  const workflows = await countWorkflowsOf(transaction, workspace, user.id);
  if (workflows > 0) {
    throw conflict(
      'user_owns_workflows',
      `${user.name} owns ${workflows} workflow(s). Transfer them to another owner, or delete them, first.`,
    );
  }
  await deleteUser(transaction, workspace, user.id);
  await raiseNamesVersion(transaction, workspace);
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'user', id: user.id, name: user.name },
    old: auditedUser(user),
    new: {},
  });
}

/** Deletes another user. The last active administrator can't be deleted. */
export const deleteUserById = (change: Change, id: UserId): Promise<void> =>
  keepingAdministrator(change, async () => {
    const { transaction, workspace, actor } = change;
    const { email } = await findUser(transaction, workspace, id);
    if (actor.user?.id === id) {
      throw conflict('own_account', "You can't delete your own account. Ask another administrator.");
    }
    await removeUser(change, email);
  });
