import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import { purgeAnswers, purgeDeleted } from './purge-leads-store.ts';

/** Small enough for a batch to finish quickly without blocking other transactions. */
const maxAtOnce = 1_000;

/** Permanently deletes leads and stored responses whose retention period has ended, in batches. */
export async function purgeLeads(upkeep: UpkeepDatabase): Promise<void> {
  for (const purge of [purgeDeleted, purgeAnswers]) {
    while ((await upkeep.run((transaction) => purge(transaction, maxAtOnce))) === maxAtOnce);
  }
}
