import { setTimeout as sleep } from 'node:timers/promises';
import type { Secret } from '../../src/lib/crypto/secret.ts';
import { readStored } from '../chaos/read-ledger.ts';
import { asAdministrator } from '../harness/scratch-database.ts';

/** Longer than runs sleep in any drill. */
const stalledAfterMs = 720_000;
const lookEveryMs = 500;
const reportEveryMs = 15_000;

/**
 * Returns the number of unfinished runs. The query only counts, to leave PostgreSQL to the runs in progress.
 */
export const countUnfinished = (database: Secret): Promise<number> =>
  asAdministrator(async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int from runs where status in ('queued', 'running', 'waiting')",
    );
    return rows[0]?.count ?? 0;
  }, database);

/**
 * Waits until every run has finished, or until no run has finished for a while, after which the ledger reports the
 * unfinished runs. @returns what is stored
 */
export async function untilSettled(
  database: Secret,
  report: (what: string) => void = () => undefined,
): ReturnType<typeof readStored> {
  let [fewest, since] = [Number.POSITIVE_INFINITY, performance.now()];
  for (let reportedAt = since; performance.now() - since < stalledAfterMs; await sleep(lookEveryMs)) {
    const count = await countUnfinished(database).catch(() => Number.POSITIVE_INFINITY);
    if (count === 0) break;
    if (count < fewest) [fewest, since] = [count, performance.now()];
    if (performance.now() - reportedAt < reportEveryMs) continue;
    report(`${count} runs haven't finished`);
    reportedAt = performance.now();
  }
  return readStored(database);
}
