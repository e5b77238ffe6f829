import type { Context } from '../../src/core/context/index.ts';
import { openDatabase } from '../../src/db/database.ts';
import { type RunningHark, startServing } from './hark-process.ts';
import { addressOf, createScratchDatabase, dropDatabase, silent, testKey } from './scratch-database.ts';
import { type OwnRedis, startOwnRedis } from './servers/own-redis.ts';
import { testContext } from './test-database.ts';

/** Two serve processes on one database, with a dedicated shared Redis. */
export interface TwoServes {
  readonly context: Context;
  readonly redis: OwnRedis;
  readonly processes: readonly RunningHark[];
  remove(): Promise<void>;
}

export async function startTwoServes(
  databaseName: string,
  more: Readonly<Record<string, string>> = {},
): Promise<TwoServes> {
  const redis = await startOwnRedis();
  const addresses = await createScratchDatabase(databaseName);
  const db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 4, logger: silent });
  const env = {
    DATABASE_URL: addressOf(databaseName).reveal(),
    SECRET_KEY: testKey.reveal(),
    REDIS_URL: redis.url.reveal(),
    SERVE_PROCESSES: '2',
    ...more,
  };
  const processes = await Promise.all([startServing(env), startServing(env)]);
  return {
    context: testContext(db),
    redis,
    processes,
    async remove() {
      await Promise.all(processes.map((hark) => hark.remove()));
      await db.close();
      await redis.stop();
      await dropDatabase(databaseName, { roles: true });
    },
  };
}
