import type { Secret } from '../../src/lib/crypto/secret.ts';
import { readStored } from '../chaos/read-ledger.ts';
import { eventually } from '../harness/eventually.ts';
import { asAdministrator } from '../harness/scratch-database.ts';

const finishWithinMs = 300_000;

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
 * Waits until every run has finished, or until a timeout, after which the ledger reports the unfinished runs.
 * @returns what is stored
 */
export async function untilSettled(database: Secret): ReturnType<typeof readStored> {
  await eventually(async () => (await countUnfinished(database)) === 0, finishWithinMs).catch(
    () => undefined,
  );
  return readStored(database);
}
