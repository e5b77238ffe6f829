import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { Clock } from '../../lib/clock.ts';
import { deleteOldEvents } from './event-store.ts';

/** How long an event is in the feed (spec/events §2.5). */
export const eventsKeptMs = 30 * 24 * 3_600_000;
/** An event's time is before its commit. Without a margin, a cursor that is still valid could miss a late event. */
const marginMs = 3_600_000;
const maxAtOnce = 1_000;

/** Deletes events that are older than 30 days, in batches. */
export async function purgeEvents(upkeep: UpkeepDatabase, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - eventsKeptMs - marginMs);
  for (let removed = maxAtOnce; removed === maxAtOnce; )
    removed = await upkeep.run((transaction) => deleteOldEvents(transaction, before, maxAtOnce));
}
