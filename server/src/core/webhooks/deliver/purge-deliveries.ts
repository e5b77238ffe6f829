import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { deleteOldDeliveries } from './delivery-store.ts';

const keptMs = 30 * 24 * 3_600_000;
const maxAtOnce = 1_000;

/** Deletes deliveries that are older than 30 days, in batches. */
export async function purgeWebhookDeliveries(upkeep: UpkeepDatabase, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  for (let removed = maxAtOnce; removed === maxAtOnce; )
    removed = await upkeep.run((transaction) => deleteOldDeliveries(transaction, before, maxAtOnce));
}
