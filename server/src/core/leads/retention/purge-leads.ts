import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import { purgeAnswers, purgeDeleted } from './purge-leads-store.ts';

/** Small enough to be over in a moment and to lock nobody out. */
const maxAtOnce = 1_000;

/** Removes for good what is older than its workspace keeps it, batch by batch. */
export async function purgeLeads(upkeep: UpkeepDatabase): Promise<void> {
  for (const purge of [purgeDeleted, purgeAnswers]) {
    while ((await upkeep.run((transaction) => purge(transaction, maxAtOnce))) === maxAtOnce);
  }
}
