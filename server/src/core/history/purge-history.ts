import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { deleteOldest, selectHistoryLimits } from './purge-history-store.ts';

/**
 * Small enough for a batch to finish quickly. Batches don't block writers, because history is append-only.
 */
const maxAtOnce = 1_000;

/** Deletes history older than its workspace's `history_days`, in batches. */
export async function purgeHistory(upkeep: UpkeepDatabase): Promise<void> {
  for (const { workspace, before } of await upkeep.run(selectHistoryLimits)) {
    for (let after = 0; ; ) {
      const from = after;
      const batch = await upkeep.run((transaction) =>
        deleteOldest(transaction, workspace, before, from, maxAtOnce),
      );
      if (batch.last === null || batch.removed < maxAtOnce) break;
      after = batch.last;
    }
  }
}
