import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { type ActiveUser, selectActiveUsers, selectAdministratorNames } from './active-user-store.ts';
import { countUsers, type ListedUser, selectUser, selectUsers, type UserFilter } from './user-list-store.ts';

/** The users that match, by name, and how many there are in all. */
export async function listUsers(
  { db }: Context,
  workspace: WorkspaceId,
  filter: UserFilter,
  most: number,
): Promise<{ total: number; users: ListedUser[] }> {
  const [total, users] = await db.read(workspace, (transaction) =>
    Promise.all([
      countUsers(transaction, workspace, filter),
      selectUsers(transaction, workspace, filter, most),
    ]),
  );
  return { total, users };
}

/** The active users, by name. */
export const listActiveUsers = ({ db }: Context, workspace: WorkspaceId): Promise<ActiveUser[]> =>
  db.read(workspace, (transaction) => selectActiveUsers(transaction, workspace));

/** The names of the first active administrators: users ask them for access. */
export const listAdministratorNames = (
  { db }: Context,
  workspace: WorkspaceId,
  most: number,
): Promise<string[]> =>
  db.read(workspace, (transaction) => selectAdministratorNames(transaction, workspace, most));

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

/** The same within a change. */
export const findUserIn = (
  { transaction, workspace }: Pick<Change, 'transaction' | 'workspace'>,
  id: UserId,
): Promise<ListedUser> => findUser(transaction, workspace, id);
