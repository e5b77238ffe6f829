import type { Transaction } from '../../db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Means } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import type { Versions } from './credential-store.ts';
import type { Principal } from './principal.ts';
import { selectActiveUser, selectCacheVersions } from './principal-store.ts';

/** Returns a user with their current permissions, or undefined if the user is deactivated or deleted. */
export async function findPrincipal(
  transaction: Transaction,
  workspace: Workspace['id'],
  user: UserId,
  means: Means,
): Promise<Principal | undefined> {
  const found = await selectActiveUser(transaction, workspace, user);
  return found && { ...found, means };
}

/** Used for sessions only. API requests read the versions together with the credential. */
export const readVersions = ({ db }: Context, workspace: WorkspaceId): Promise<Versions> =>
  db.read(workspace, (transaction) => selectCacheVersions(transaction, workspace));
