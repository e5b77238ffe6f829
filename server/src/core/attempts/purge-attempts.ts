import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { windowMs } from './attempt.ts';
import { purgeBefore } from './attempt-store.ts';

const maxAtOnce = 1_000;

export async function purgeAttempts(upkeep: UpkeepDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - windowMs);
  while ((await purgeBefore(upkeep, before, maxAtOnce)) === maxAtOnce);
}
