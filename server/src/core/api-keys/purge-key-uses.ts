import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { keptMs } from './key-use.ts';
import { purgeUses } from './key-use-store.ts';

const maxAtOnce = 1_000;

/** Forgets uses that nobody asks for any more, batch by batch. */
export async function purgeKeyUses(upkeep: UpkeepDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  while ((await purgeUses(upkeep, before, maxAtOnce)) === maxAtOnce);
}
