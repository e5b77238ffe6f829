import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import { countExports, countOpen, selectStoredBytes } from '../jobs/index.ts';

// docs/design/jobs-and-files.md explains these limits.
const maxOpen = 10;
const maxExports = 20;
/** The max size of all of a workspace's files together. */
const maxBytes = 2 * 1024 ** 3;

type Asker = Pick<Principal, 'workspace' | 'user'>;

/** Limits the number of open jobs per user, to leave capacity for other users. */
export async function requireRoom(transaction: Transaction, { workspace, user }: Asker): Promise<void> {
  if ((await countOpen(transaction, workspace.id, user.id)) < maxOpen) return;
  throw conflict(
    'too_many_jobs',
    `You have ${maxOpen} unfinished imports and exports. Wait for them to finish, or cancel or delete some.`,
  );
}

export async function requireFewExports(transaction: Transaction, { workspace, user }: Asker): Promise<void> {
  if ((await countExports(transaction, workspace.id, user.id)) < maxExports) return;
  throw conflict(
    'too_many_exports',
    `You have ${maxExports} exports. Delete some under Imports and exports; each is deleted automatically after seven days.`,
  );
}

/**
 * Throws if the workspace's files are too large. A file's size isn't known in advance, so this runs before a
 * job and again for each part.
 */
export async function requireBytes(
  transaction: Transaction,
  workspace: WorkspaceId,
  bytes = 1,
): Promise<void> {
  if ((await selectStoredBytes(transaction, workspace)) + bytes <= maxBytes) return;
  throw conflict(
    'files_full',
    "This workspace's files would exceed 2 GiB. Delete imports and exports that you no longer need, or ask an administrator to delete other users' files.",
  );
}
