import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const lookEveryMs = 10;

/** The longest wait for a lock of one kind, and the waiting statement. */
export interface LongestWait {
  ms: number;
  statement: string;
}

/**
 * Polls PostgreSQL for sessions that wait for a lock, and since when they wait. The migration itself doesn't count,
 * because it waits for other sessions. Sessions that wait behind it do count.
 */
export async function startLockProber(
  url: string,
): Promise<{ stop(): Promise<ReadonlyMap<string, LongestWait>> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const longest = new Map<string, LongestWait>();
  let isStopped = false;
  const looking = (async () => {
    while (!isStopped) {
      const { rows } = await client.query<LongestWait & { kind: string }>(
        `select l.locktype as kind, left(a.query, 120) as statement,
           (extract(epoch from clock_timestamp() - l.waitstart) * 1000)::integer as ms
         from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and l.waitstart is not null and a.application_name <> 'hark-operator'`,
      );
      for (const { kind, ms, statement } of rows)
        if (ms > (longest.get(kind)?.ms ?? -1)) longest.set(kind, { ms, statement });
      await sleep(lookEveryMs);
    }
  })();
  const stop = async () => {
    isStopped = true;
    await looking;
    await client.end();
    return longest;
  };
  let stopped: ReturnType<typeof stop> | undefined;
  return {
    /** @returns the longest wait for each kind of lock */
    stop: () => (stopped ??= stop()),
  };
}
