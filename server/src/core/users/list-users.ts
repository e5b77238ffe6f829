import type { Transaction } from '../../db/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import { countUsers, type ListedUser, selectUser, selectUsers, type UserFilter } from './user-list-store.ts';

/** The users that fit, by name, and how many there are in all. */
export async function listUsers(
  transaction: Transaction,
  workspace: WorkspaceId,
  filter: UserFilter,
  most: number,
): Promise<{ total: number; users: ListedUser[] }> {
  const [total, users] = await Promise.all([
    countUsers(transaction, workspace, filter),
    selectUsers(transaction, workspace, filter, most),
  ]);
  return { total, users };
}

/** The user with that id; one of another workspace is as if he were not there. */
export async function findUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: UserId,
): Promise<ListedUser> {
  const user = await selectUser(transaction, workspace, id);
  if (user) return user;
  throw new HarkError('not-found', 'unknown_user', 'There is no such user. They may have been deleted.');
}
