import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { Context } from '../../context/index.ts';
import { refusalReasons } from '../checks/refusals.ts';
import { insertRefusingEvents, selectRefusingWorkspaces } from './refusing-store.ts';

const periodMs = 5 * 60_000;
const least = 20;
const quietMs = 3_600_000;

/**
 * Writes an event for each listener that rejects many requests because of their token, origin or signature (spec/events
 * §1.2). Any number of processes can do this at once.
 */
export async function reportRefusing(
  upkeep: UpkeepDatabase,
  { db, clock }: Pick<Context, 'db' | 'clock'>,
): Promise<void> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const threshold = { since: before(periodMs), least };
  const reported = { reasons: refusalReasons, quietSince: before(quietMs), now };
  for (const workspace of await upkeep.run((transaction) => selectRefusingWorkspaces(transaction, threshold)))
    await db.write(workspace, (transaction) =>
      insertRefusingEvents(transaction, workspace, threshold, reported),
    );
}
