import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { type ActiveUser, selectActiveUsers, selectAdministratorNames } from './active-user-store.ts';
import {
  countUsers,
  type ListedUser,
  selectUser,
  selectUserPage,
  selectUsers,
  type UserFilter,
  type UserPage,
} from './user-list-store.ts';

/** Returns the matching users, sorted by name, and their total number. */
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

/** Returns a page of all users, by ID, and their total number. */
export async function listUsersById(
  { db }: Context,
  workspace: WorkspaceId,
  page: UserPage,
): Promise<{ total: number; users: ListedUser[] }> {
  const [total, users] = await db.read(workspace, (transaction) =>
    Promise.all([
      countUsers(transaction, workspace, { search: null, role: null }),
      selectUserPage(transaction, workspace, page),
    ]),
  );
  return { total, users };
}

export const readUser = ({ db }: Context, workspace: WorkspaceId, id: UserId): Promise<ListedUser> =>
  db.read(workspace, (transaction) => findUser(transaction, workspace, id));

export const listActiveUsers = ({ db }: Context, workspace: WorkspaceId): Promise<ActiveUser[]> =>
  db.read(workspace, (transaction) => selectActiveUsers(transaction, workspace));

export const listAdministratorNames = (
  { db }: Context,
  workspace: WorkspaceId,
  most: number,
): Promise<string[]> =>
  db.read(workspace, (transaction) => selectAdministratorNames(transaction, workspace, most));

/** Finds a user by ID. Another workspace's user is treated as missing. */
export async function findUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: UserId,
): Promise<ListedUser> {
  const user = await selectUser(transaction, workspace, id);
  if (user) return user;
  throw new HarkError('not-found', 'unknown_user', "This user doesn't exist. They may have been deleted.");
}

export const findUserIn = (
  { transaction, workspace }: Pick<Change, 'transaction' | 'workspace'>,
  id: UserId,
): Promise<ListedUser> => findUser(transaction, workspace, id);
