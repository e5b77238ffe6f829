import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { deleteOldest, selectHistoryLimits } from './purge-history-store.ts';

/** Small enough to be over in a moment. Nobody waits for it: history is only ever added to. */
const maxAtOnce = 1_000;

/** Removes history that is older than its workspace keeps it (`history_days`), batch by batch. */
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
