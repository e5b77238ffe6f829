import type { Database } from '../../../db/database.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { firstUuid7 } from '../../../lib/crypto/uuid7.ts';
import type { RunId } from '../../../lib/ids.ts';
import { readPartitionState } from './partition-store.ts';
import {
  deleteOldRuns,
  deleteOrphanedApprovals,
  dropRunPartitions,
  selectRetentions,
} from './retention-store.ts';

const dayMs = 86_400_000;
/** Small enough for a batch to finish quickly without blocking other transactions. */
const maxAtOnce = 1_000;

/**
 * Deletes runs whose retention period has passed since they finished. Whole weeks are dropped if nothing in
 * them has to be kept; other runs are deleted in batches. Unfinished runs are kept, regardless of age
 * (spec/runs §3.5).
 */
export async function purgeRuns(upkeep: UpkeepDatabase, clock: Clock): Promise<void> {
  // Drop partitions first, because their rows then don't have to be deleted. If the lock isn't available, the
  // next upkeep run drops them.
  await upkeep.run(dropRunPartitions).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
  });
  for (const days of await upkeep.run(selectRetentions)) {
    const before = new Date(clock.now().getTime() - days * dayMs);
    const firstKept = firstUuid7(before.getTime()) as RunId;
    const batch = { days, before, firstKept, most: maxAtOnce };
    while ((await upkeep.run((transaction) => deleteOldRuns(transaction, batch))) === maxAtOnce);
  }
  const yesterday = new Date(clock.now().getTime() - dayMs);
  const purgeApprovals = (transaction: Transaction) =>
    deleteOrphanedApprovals(transaction, yesterday, maxAtOnce);
  while ((await upkeep.run(purgeApprovals)) === maxAtOnce);
}

function isLockTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '55P03') return true;
  }
  return false;
}

const minWeeks = 2;

/**
 * Checks that there is a partition for each coming week. Without one, every run would go into the default
 * partition.
 */
export async function examinePartitions(db: Database): Promise<string> {
  const { weeksReady, defaultBytes } = await readPartitionState(db);
  if (weeksReady < minWeeks) {
    throw new Error(
      `The runs table has partitions for only ${weeksReady} more weeks. Check the log of \`work\`, and run \`hark migrate\`.`,
    );
  }
  if (defaultBytes === 0) return `partitions are ready for ${weeksReady} weeks, and every run is in one`;
  throw new Error('Some runs are in the partition runs_default because a clock was wrong. See operating.md.');
}
