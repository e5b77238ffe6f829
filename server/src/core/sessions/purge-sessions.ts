import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { idleMs } from './session.ts';
import { purgeEnded } from './session-store.ts';

const maxAtOnce = 1_000;

/** Removes sessions that have ended, batch by batch. */
export async function purgeSessions(upkeep: UpkeepDatabase, now: Date): Promise<void> {
  const times = { now, usedSince: new Date(now.getTime() - idleMs) };
  while ((await upkeep.run((transaction) => purgeEnded(transaction, times, maxAtOnce))) === maxAtOnce);
}
