import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Secret } from '../../src/lib/crypto/secret.ts';

const lookEveryMs = 250;

/** What was not final at a moment. */
export interface Sample {
  readonly at: number;
  readonly unfinished: number;
  /** When the oldest of them was accepted; null when there was none. */
  readonly oldestAt: number | null;
}

/** Looks again and again how many runs are not final; while PostgreSQL is away there is nothing to see. */
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
    // The server is killed while we look; the query that is under way fails by itself.
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
  const { rows } = await client.query<{ unfinished: number; oldest: Date | null }>(`
    select count(*)::integer as unfinished, min(accepted_at) as oldest
    from runs where status in ('queued', 'running', 'waiting')`);
  return { at, unfinished: rows[0]?.unfinished ?? 0, oldestAt: rows[0]?.oldest?.getTime() ?? null };
}

/** How long after a moment the last run that had been accepted by then was final; undefined when it never was. */
export function drainedAfterMs(samples: readonly Sample[], moment: number): number | undefined {
  const drained = samples.find(
    ({ at, oldestAt }) => at >= moment && (oldestAt === null || oldestAt > moment),
  );
  return drained && drained.at - moment;
}

/** The most runs that were not final at once, between two moments. */
export const mostUnfinished = (samples: readonly Sample[], from: number, until: number): number =>
  Math.max(0, ...samples.filter(({ at }) => at >= from && at <= until).map(({ unfinished }) => unfinished));
