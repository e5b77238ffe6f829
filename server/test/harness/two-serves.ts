import type { RunningHark } from './hark-process.ts';
import { type ServedDatabase, startServedDatabase } from './served-database.ts';
import { type OwnRedis, startOwnRedis } from './servers/own-redis.ts';

/** Two serve processes on one database, with a dedicated shared Redis. */
export interface TwoServes extends Pick<ServedDatabase, 'context' | 'query' | 'remove'> {
  readonly redis: OwnRedis;
  readonly processes: readonly RunningHark[];
}

/** @param name unique among the tests that run at the same time, on this machine */
export async function startTwoServes(
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<TwoServes> {
  const redis = await startOwnRedis();
  const { context, query, serve, remove } = await startServedDatabase(name);
  const settings = { REDIS_URL: redis.url.reveal(), SERVE_PROCESSES: '2', ...more };
  const processes = await Promise.all([serve(settings), serve(settings)]);
  return {
    context,
    query,
    redis,
    processes,
    async remove() {
      await remove();
      await redis.stop();
    },
  };
}
