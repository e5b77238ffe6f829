import type { UpkeepDoor } from '../../db/upkeep-database.ts';
import { deleteOldest, selectLimits } from './purge-history-store.ts';

/** Small enough to be over in a moment. Nobody waits for it: history is only ever added to. */
const mostAtOnce = 1_000;

/** Removes history that is older than its workspace keeps it (`history_days`), batch by batch. */
export async function purgeHistory(upkeep: UpkeepDoor): Promise<void> {
  for (const { workspace, before } of await upkeep.run(selectLimits)) {
    for (let after = 0; ; ) {
      const from = after;
      const batch = await upkeep.run((transaction) =>
        deleteOldest(transaction, workspace, before, from, mostAtOnce),
      );
      if (batch.last === null || batch.removed < mostAtOnce) break;
      after = batch.last;
    }
  }
}
