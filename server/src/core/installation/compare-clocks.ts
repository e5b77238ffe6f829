import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { selectClockDifferenceMs } from './installation-store.ts';

/**
 * The max acceptable clock difference. Tokens and timers tolerate a minute, but even a few seconds mean that
 * a clock isn't synchronized.
 */
export const clockToleranceMs = 2_000;

/** Returns how far the database's clock is ahead of this machine's, and whether that is acceptable. */
export async function compareClocks(
  db: Database,
  clock: Clock,
): Promise<{ differenceMs: number; isRight: boolean }> {
  const differenceMs = Math.round(await selectClockDifferenceMs(db, () => clock.now()));
  return { differenceMs, isRight: Math.abs(differenceMs) <= clockToleranceMs };
}
