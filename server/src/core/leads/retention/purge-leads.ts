import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import { purgeAnswers, purgeDeleted } from './purge-leads-store.ts';

/** Small enough to finish quickly and not to block other transactions. */
const maxAtOnce = 1_000;

/** Removes permanently, in batches, what is past its workspace's retention period. */
export async function purgeLeads(upkeep: UpkeepDatabase): Promise<void> {
  for (const purge of [purgeDeleted, purgeAnswers]) {
    while ((await upkeep.run((transaction) => purge(transaction, maxAtOnce))) === maxAtOnce);
  }
}
