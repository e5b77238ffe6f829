import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import { foldDeltas, tryFoldLock } from './fold-store.ts';

const maxAtOnce = 20_000;

/**
 * Folds all pending lead-count deltas into the counts, in batches, to keep totals cheap to read. Totals are
 * exact even if this never runs (docs/design/leads-storage.md). Does nothing while another process is
 * folding.
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
