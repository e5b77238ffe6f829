import type { Transaction } from '../../db/driver/transaction.ts';
import { fault, invalid, invalidField } from '../../lib/errors.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import { isStorable } from '../../lib/storable.ts';
import type { Change } from '../audit/index.ts';
import type { SignInUser } from './sign-in-user.ts';
import type { User } from './user.ts';
import { selectByEmail, selectExists, selectHasAdministrator, selectSignIn } from './user-store.ts';

/** Finds a user by email address. Throws if the workspace has no such user. */
export async function requireUser({ transaction, workspace }: Change, email: string): Promise<User> {
  const user = await selectByEmail(transaction, workspace, email);
  if (!user) throw invalid('unknown_user', `There is no user ${email} in this workspace.`);
  const { passwordHash: _, signInVersion: __, ...shown } = user;
  return shown;
}

/** Throws if the workspace has no user with this ID. `field` is the field that the error names. */
export async function requireUserId(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: UserId,
  field: string,
): Promise<void> {
  if (await selectExists(transaction, workspace, id)) return;
  throw invalidField('unknown_user', field, `there is no user ${id} in this workspace.`);
}

/**
 * Returns the stored email address if it belongs to an active user, otherwise undefined. Email is never sent
 * to anyone else.
 */
export const findRecipient =
  (workspace: WorkspaceId, email: string) =>
  async (transaction: Transaction): Promise<string | undefined> => {
    if (!isStorable(email)) return undefined;
    const user = await selectByEmail(transaction, workspace, email);
    return user?.active ? user.email : undefined;
  };

/** Returns the active user with this email address, who can get a link to set a password. */
export async function findSignInUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  email: string,
): Promise<SignInUser | undefined> {
  const found = await selectSignIn(transaction, workspace, email);
  if (!found?.active) return undefined;
  const { active: _, passwordHash: __, ...user } = found;
  return user;
}

/** Returns a user who was just created, for a link that works only while they are active. */
export async function findNewSignInUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  email: string,
): Promise<SignInUser> {
  const found = await selectSignIn(transaction, workspace, email);
  if (!found) throw fault('new_user_missing', 'A user who was just created is missing.');
  const { active: _, passwordHash: __, ...user } = found;
  return user;
}

/**
 * Returns whether a workspace has an administrator, active or not. If so, no one else can become the first
 * one.
 */
export const hasAdministrator = (transaction: Transaction, workspace: WorkspaceId): Promise<boolean> =>
  selectHasAdministrator(transaction, workspace);
