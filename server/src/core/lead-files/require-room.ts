import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import { countExports, countOpen, selectStoredBytes } from '../jobs/index.ts';

// docs/design/jobs-and-files.md explains these limits.
const maxOpen = 10;
const maxExports = 20;
/** For all files of a workspace together. */
const maxBytes = 2 * 1024 ** 3;

type Asker = Pick<Principal, 'workspace' | 'user'>;

/** Limits the open jobs per user, to leave room for others. */
export async function requireRoom(transaction: Transaction, { workspace, user }: Asker): Promise<void> {
  if ((await countOpen(transaction, workspace.id, user.id)) < maxOpen) return;
  throw conflict(
    'too_many_jobs',
    `You have ${maxOpen} imports and exports that are not finished. Wait for them, or cancel or delete some.`,
  );
}

export async function requireFewExports(transaction: Transaction, { workspace, user }: Asker): Promise<void> {
  if ((await countExports(transaction, workspace.id, user.id)) < maxExports) return;
  throw conflict(
    'too_many_exports',
    `You have ${maxExports} exports. Delete some under Imports and exports; each goes by itself after seven days.`,
  );
}

/** The length of a file isn't known in advance, so this runs before a job and again for each part. */
export async function requireBytes(
  transaction: Transaction,
  workspace: WorkspaceId,
  bytes = 1,
): Promise<void> {
  if ((await selectStoredBytes(transaction, workspace)) + bytes <= maxBytes) return;
  throw conflict(
    'files_full',
    'The files of this workspace would take up more than their 2 GiB. Delete exports and imports that are not needed any more, or ask an administrator, who sees those of everybody; each goes by itself after seven days.',
  );
}
