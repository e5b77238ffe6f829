import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Secret } from '../../src/lib/crypto/secret.ts';

const lookEveryMs = 250;

/** The runs that were unfinished at a point in time. */
export interface Sample {
  readonly at: number;
  readonly unfinished: number;
  /** When the oldest of these runs was accepted; null if there were none. */
  readonly oldestAt: number | null;
  /** Events that have not been relayed, and deliveries to webhooks that are pending. */
  readonly undelivered: number;
}

/** Polls the number of unfinished runs. While PostgreSQL is down, it records nothing. */
export class Backlog {
  readonly samples: Sample[] = [];
  readonly #database: Secret;
  readonly #looking: Promise<void>;
  #isStopped = false;

  constructor(database: Secret) {
    this.#database = database;
    this.#looking = this.#look();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looking;
  }

  async #look(): Promise<void> {
    while (!this.#isStopped) {
      await this.#lookWhileConnected().catch(() => undefined);
      await sleep(lookEveryMs);
    }
  }

  async #lookWhileConnected(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#database.reveal(),
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
    });
    // PostgreSQL may be killed during a query, which then fails.
    client.on('error', () => undefined);
    try {
      await client.connect();
      while (!this.#isStopped) {
        this.samples.push(await takeSample(client));
        await sleep(lookEveryMs);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function takeSample(client: pg.Client): Promise<Sample> {
  const at = Date.now();
  const { rows } = await client.query<{ unfinished: number; oldest: Date | null; undelivered: number }>(`
    select count(*)::integer as unfinished, min(accepted_at) as oldest,
      ((select count(*) from events where position is null) +
       (select count(*) from webhook_deliveries where status = 'pending'))::integer as undelivered
    from runs where status in ('queued', 'running', 'waiting')`);
  const { unfinished = 0, oldest = null, undelivered = 0 } = rows[0] ?? {};
  return { at, unfinished, oldestAt: oldest?.getTime() ?? null, undelivered };
}

/** Returns how long after `moment` every run accepted by then had finished; undefined if that never happened. */
export function drainedAfterMs(samples: readonly Sample[], moment: number): number | undefined {
  const drained = samples.find(
    ({ at, oldestAt }) => at >= moment && (oldestAt === null || oldestAt > moment),
  );
  return drained && drained.at - moment;
}

/** Returns the maximum number of unfinished runs between two points in time. */
export const maxUnfinished = (samples: readonly Sample[], from: number, until: number): number =>
  Math.max(0, ...samples.filter(({ at }) => at >= from && at <= until).map(({ unfinished }) => unfinished));
