import type { Transaction } from '../../db/driver/transaction.ts';
import { requireOwnSchema } from '../../db/migrations/require-own-schema.ts';
import { dropMoveTriggers } from '../../db/move-triggers.ts';
import type { OwnerDatabase } from '../../db/owner-database.ts';
import { countRows, deleteSome, readParts } from '../../db/workspace-rows.ts';
import type { Clock } from '../../lib/clock.ts';
import { fault } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Progress } from './export-workspace.ts';
import { deleteWorkspaceRow, lockForRemoval, markDeleting } from './whole-workspace-store.ts';
import { workspaceTables } from './workspace-tables.ts';

/** Small enough for a batch to finish quickly and release its locks. */
const batchRows = 2_000;
/**
 * The max number of passes. Later passes catch writes by requests that started before the suspension. No new
 * requests start after the suspension.
 */
const maxRounds = 5;

interface Deleting {
  readonly owner: OwnerDatabase;
  readonly clock: Clock;
  readonly onProgress: Progress;
}

/**
 * Suspends a workspace and then deletes it in batches, children before parents. If interrupted, another call
 * resumes the deletion. The row in the workspace directory is deleted last. Jobs that are still in the engine
 * find no run and end.
 */
export async function deleteWorkspace(
  { owner, clock, onProgress }: Deleting,
  id: WorkspaceId,
): Promise<number> {
  await owner.run(requireOwnSchema);
  await owner.run((transaction) => markDeleting(transaction, id, clock.now()));
  // If the workspace has moved, the database prevents changes.
  for (const { table } of workspaceTables) await dropMoveTriggers(owner, id, table);
  let removed = 0;
  for (const { table } of workspaceTables.toReversed()) {
    let ofTable = 0;
    for (const part of await owner.run((transaction) => readParts(transaction, table))) {
      for (let gone = -1; gone !== 0; ) {
        gone = await owner.run((transaction) => deleteSome(transaction, part, id, batchRows));
        ofTable += gone;
        if (gone > 0) onProgress(table, ofTable);
      }
    }
    removed += ofTable;
  }
  removed += await owner.run(async (transaction) => {
    await lockForRemoval(transaction, id);
    const late = await deleteRest(transaction, id);
    await deleteWorkspaceRow(transaction, id);
    return late;
  });
  for (let round = 0; round < maxRounds; round++) {
    const late = await owner.run((transaction) => deleteRest(transaction, id));
    removed += late;
    if (late === 0 && (await owner.run((transaction) => countLeft(transaction, id))) === 0) return removed;
  }
  throw fault(
    'rows_left',
    `New rows of workspace ${id} are still being written. Check whether an old version of Hark is running.`,
  );
}

async function deleteRest(transaction: Transaction, id: WorkspaceId): Promise<number> {
  let gone = 0;
  for (const { table } of workspaceTables.toReversed()) {
    for (const part of await readParts(transaction, table)) {
      gone += await deleteSome(transaction, part, id, batchRows);
    }
  }
  return gone;
}

async function countLeft(transaction: Transaction, id: WorkspaceId): Promise<number> {
  let left = 0;
  for (const { table } of workspaceTables) left += await countRows(transaction, table, id);
  return left;
}
