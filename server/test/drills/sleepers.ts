import { randomBytes } from 'node:crypto';
import type { Secret } from '../../src/lib/crypto/secret.ts';
import { createSender } from '../chaos/attempt.ts';
import type { Delivery } from '../chaos/ledger.ts';
import { eventually } from '../harness/eventually.ts';
import { asAdministrator } from '../harness/scratch-database.ts';

/** Runs that the old version starts and that keep waiting until it has been replaced. */
export interface Sleepers {
  readonly deliveries: readonly Delivery[];
  /** Returns how many of these runs still wait, by what they wait for. `database` is another one that they moved to. */
  countWaiting(database?: Secret): Promise<Readonly<Record<Kind, number>>>;
}

type Kind = 'in_a_wait' | 'for_another_try';

/** The request data that makes a run of that kind wait: a wait step, or an external server that defers the call. */
const bodies: Readonly<Record<Kind, (seconds: number) => object>> = {
  in_a_wait: (seconds) => ({ sleep: `${seconds} seconds` }),
  for_another_try: (seconds) => ({ sleep: '1 second', later: seconds }),
};

/** Sends this many requests of each kind, and resolves when all their runs wait. */
export async function sendSleepers(
  { listenerUrl, database }: { readonly listenerUrl: string; readonly database: Secret },
  { ofEachKind, seconds }: { readonly ofEachKind: number; readonly seconds: number },
): Promise<Sleepers> {
  const sender = createSender(listenerUrl);
  const send = async (kind: Kind) => {
    const effect = randomBytes(10).toString('hex');
    const outcome = await sender.attempt({ effect, nap: true, ...bodies[kind](seconds) }, effect);
    if ('error' in outcome) throw new Error(`a request for a waiting run was rejected: ${outcome.error}`);
    return { effect, runs: new Set([outcome.run]), kind };
  };
  const kinds = Array.from({ length: ofEachKind }, () => ['in_a_wait', 'for_another_try'] as const).flat();
  const sent = await Promise.all(kinds.map(send));
  sender.close();
  const countWaiting = (where = database) =>
    asAdministrator(async (client) => {
      const counts = { in_a_wait: 0, for_another_try: 0 };
      const { rows } = await client.query<{ id: string }>("select id from runs where status = 'waiting'");
      const waiting = new Set(rows.map(({ id }) => id));
      for (const { kind, runs } of sent) if ([...runs].every((run) => waiting.has(run))) counts[kind]++;
      return counts;
    }, where);
  await eventually(async () => {
    const counts = await countWaiting();
    if (Object.values(counts).some((count) => count < ofEachKind))
      throw new Error(
        `expected ${ofEachKind} waiting runs of each kind, found ${JSON.stringify(counts)}; runs by status: ${await describeRuns(database)}`,
      );
  }, 240_000);
  return { deliveries: sent, countWaiting };
}

const describeRuns = (database: Secret): Promise<string> =>
  asAdministrator(async (client) => {
    const { rows } = await client.query('select status, count(*)::int as count from runs group by status');
    return JSON.stringify(rows);
  }, database);
