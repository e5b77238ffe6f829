import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { selectClockDifferenceMs } from './installation-store.ts';

/** Tokens and timers are compared with a leeway of a minute; a few seconds are a sign that no clock is kept right. */
export const clockToleranceMs = 2_000;

/** By how much the database's clock is ahead of this machine's, and whether that can be. */
export async function compareClocks(
  db: Database,
  clock: Clock,
): Promise<{ differenceMs: number; isRight: boolean }> {
  const differenceMs = Math.round(await selectClockDifferenceMs(db, () => clock.now()));
  return { differenceMs, isRight: Math.abs(differenceMs) <= clockToleranceMs };
}
