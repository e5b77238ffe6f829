import { conflict } from '../../lib/errors.ts';
import type { RoleId, UserId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import { findRole, keepingAdministrator } from '../roles/index.ts';
import { findUser } from './list-users.ts';
import { type SavedUser, saveUser } from './save-user.ts';
import { selectByEmail } from './user-store.ts';

/** A new user; an address that somebody has already is told, and he stays as he is. */
export async function addUser(
  change: Change,
  wanted: { readonly email: string; readonly name: string; readonly role: RoleId },
): Promise<SavedUser> {
  const { transaction, workspace } = change;
  const role = await findRole(transaction, workspace, wanted.role);
  if (await selectByEmail(transaction, workspace, wanted.email)) {
    throw conflict(
      'email_taken',
      `There is a user with the address ${wanted.email} already. Open their page to send a new link.`,
    );
  }
  return saveUser(change, { ...wanted, role: role.name });
}

/** What an administrator changes of a user; what is left out stays as it is. */
export interface EditedUser {
  readonly name?: string | undefined;
  readonly role?: RoleId | undefined;
  readonly active?: boolean | undefined;
}

/** Changes the user with that id. The last administrator who is switched on stays one. */
export const editUser = (change: Change, id: UserId, { role, ...wanted }: EditedUser): Promise<SavedUser> =>
  keepingAdministrator(change, async () => {
    const { transaction, workspace } = change;
    const { email } = await findUser(transaction, workspace, id);
    const roleName = role && (await findRole(transaction, workspace, role)).name;
    return saveUser(change, { ...wanted, email, role: roleName });
  });
