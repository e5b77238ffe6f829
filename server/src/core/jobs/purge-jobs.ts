import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { Clock } from '../../lib/clock.ts';
import { purgeOld } from './claim-store.ts';

const maxAtOnce = 20;
const dayMs = 24 * 3_600_000;
/** How long imports, rejected rows and exports are kept. */
const keptDays = 7;
const draftDays = 1;

export async function purgeJobs(upkeep: UpkeepDatabase, clock: Clock): Promise<void> {
  const now = clock.now().getTime();
  const limits = {
    endedBefore: new Date(now - keptDays * dayMs),
    draftedBefore: new Date(now - draftDays * dayMs),
  };
  while ((await upkeep.run((transaction) => purgeOld(transaction, limits, maxAtOnce))) === maxAtOnce);
}
