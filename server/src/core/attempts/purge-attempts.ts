import type { UpkeepDoor } from '../../db/upkeep-database.ts';
import { windowMs } from './attempt.ts';
import { purgeBefore } from './attempt-store.ts';

const mostAtOnce = 1_000;

/** Forgets attempts that do not count any more, batch by batch. */
export async function purgeAttempts(upkeep: UpkeepDoor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - windowMs);
  while ((await purgeBefore(upkeep, before, mostAtOnce)) === mostAtOnce);
}
