import type { Transaction } from '../../db/driver/transaction.ts';
import { createVersionedCache } from '../../lib/cache/versioned-cache.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { selectNames } from './user-store.ts';

export type UserNames = ReadonlyMap<UserId, string>;

const remembered = createVersionedCache<UserNames>(1_000);

/**
 * Returns the names of the workspace's users, cached by version. The version is read with every request, so
 * cached names are never stale.
 */
export const loadUserNames = ({ db }: Context, workspace: WorkspaceId, version: number): Promise<UserNames> =>
  remembered.load(db, `${workspace}/${version}`, () =>
    db.read(workspace, (transaction) => selectNames(transaction, workspace)),
  );

export const readUserNames = (transaction: Transaction, workspace: WorkspaceId): Promise<UserNames> =>
  selectNames(transaction, workspace);
