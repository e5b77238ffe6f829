import type { Database } from '../../../db/database.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { firstUuid7 } from '../../../lib/crypto/uuid7.ts';
import type { RunId } from '../../../lib/ids.ts';
import { readPartitionState } from './partition-store.ts';
import { deleteOldRuns, dropRunPartitions, selectRetentions } from './retention-store.ts';

const dayMs = 86_400_000;
/** Small enough that a batch is short and blocks no one. */
const maxAtOnce = 1_000;

/**
 * Deletes runs whose retention period has passed since they ended: whole weeks if nothing in them has to be
 * kept, others in batches. Unfinished runs are kept, regardless of age (spec/runs §3.5).
 */
export async function purgeRuns(upkeep: UpkeepDatabase, clock: Clock): Promise<void> {
  // First, because dropped rows need not be deleted. If it can't get its lock, the next upkeep does it.
  await upkeep.run(dropRunPartitions).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
  });
  for (const days of await upkeep.run(selectRetentions)) {
    const before = new Date(clock.now().getTime() - days * dayMs);
    const firstKept = firstUuid7(before.getTime()) as RunId;
    const batch = { days, before, firstKept, most: maxAtOnce };
    while ((await upkeep.run((transaction) => deleteOldRuns(transaction, batch))) === maxAtOnce);
  }
}

function isLockTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '55P03') return true;
  }
  return false;
}

const fewestWeeks = 2;

/** Without a partition for the week, every run would go into the default partition. */
export async function examinePartitions(db: Database): Promise<string> {
  const { weeksReady, defaultBytes } = await readPartitionState(db);
  if (weeksReady < fewestWeeks) {
    throw new Error(
      `Runs have partitions for ${weeksReady} weeks only. Look at the log of \`work\`, and run \`hark migrate\`.`,
    );
  }
  if (defaultBytes === 0) return `${weeksReady} weeks are ready, and no run is outside of them`;
  throw new Error(
    'Runs are in the partition runs_default, where no week is: a clock was wrong. See operating.md.',
  );
}
