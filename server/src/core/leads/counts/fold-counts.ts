import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import { foldDeltas, tryFoldLock } from './fold-store.ts';

const maxAtOnce = 20_000;

/**
 * Folds all open deltas of lead counts, batch by batch, so that totals stay cheap. Totals are exact whether or not this ran
 * (docs/design/leads-storage.md). While another process is folding, there is nothing to do.
 * @returns how many deltas were folded
 */
export async function foldLeadCounts(upkeep: UpkeepDatabase): Promise<number> {
  for (let total = 0; ; ) {
    const folded = await upkeep.run(async (transaction) =>
      (await tryFoldLock(transaction)) ? foldDeltas(transaction, maxAtOnce) : 0,
    );
    total += folded;
    if (folded < maxAtOnce) return total;
  }
}
