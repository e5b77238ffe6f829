import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { createRedisLimiter, type SharedLimiter } from '../../src/lib/limits/redis-limiter.ts';
import { eventually } from '../harness/eventually.ts';
import { silent } from '../harness/scratch-database.ts';
import { type OwnRedis, startOwnRedis } from '../harness/servers/own-redis.ts';

let redis: OwnRedis;
const made: SharedLimiter[] = [];
const allowance = { perMinute: 60, burst: 10 };
let keys = 0;
const newKey = () => `test:${++keys}`;

function createLimiter(processes = 2): SharedLimiter {
  const limiter = createRedisLimiter(redis.url, 'hark_test', processes, systemClock, silent);
  made.push(limiter);
  return limiter;
}

/** Sends `count` requests in parallel and counts how many pass. */
async function countPassing(limiters: readonly SharedLimiter[], key: string, count: number): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: count }, (_, index) => limiters[index % limiters.length]?.take(key, allowance)),
  );
  return verdicts.filter((verdict) => verdict?.isAllowed).length;
}

/** Waits until both limiters share one bucket, which shows that they use Redis again. */
const untilShared = (limiters: readonly SharedLimiter[]) =>
  eventually(async () => (await countPassing(limiters, newKey(), 20)) <= 11);

beforeAll(async () => {
  redis = await startOwnRedis();
});
afterAll(async () => {
  for (const limiter of made) limiter.close();
  await redis.stop();
});

describe('a rate limit shared by several processes', () => {
  test('uses one bucket for all processes', async () => {
    const limiters = [createLimiter(), createLimiter()];
    await untilShared(limiters);
    const passed = await countPassing(limiters, newKey(), 40);
    expect(passed).toBeGreaterThanOrEqual(10);
    expect(passed).toBeLessThanOrEqual(11);
  });

  test('returns a token to the bucket in Redis', async () => {
    const limiter = createLimiter();
    await untilShared([limiter, createLimiter()]);
    const key = newKey();
    const fullAtMs = Date.now() + 600_000;
    redis.cli('set', `hark_test:rate:${key}`, String(fullAtMs), 'PX', '600000');
    // Retried, because a process counts locally while Redis is slow.
    const given = await eventually(() => {
      limiter.giveBack(key, { perMinute: 1, burst: 20 });
      return fullAtMs - Number(redis.cli('get', `hark_test:rate:${key}`));
    });
    expect(given % 60_000).toBe(0);
    expect(Number(redis.cli('pttl', `hark_test:rate:${key}`))).toBeGreaterThan(0);
  });

  test('does not block callers for longer than the rate requires if the clock is set back', async () => {
    const limiters = [createLimiter()];
    // The bucket in Redis causes the rejection, so Redis is in use.
    const key = await eventually(async () => {
      const name = newKey();
      redis.cli('set', `hark_test:rate:${name}`, String(Date.now() + 3_600_000));
      return (await countPassing(limiters, name, 1)) === 0 && name;
    });
    await eventually(async () => (await countPassing(limiters, key, 1)) === 1, 3_000);
  });

  test.each<[string, (redis: OwnRedis) => unknown, (redis: OwnRedis) => unknown]>([
    ['is gone', (r) => r.stop(), (r) => r.start()],
    ['hangs', (r) => r.freeze(), (r) => r.thaw()],
  ])(
    'gives every process its own share immediately while Redis %s, and one shared bucket again afterwards',
    async (_, fail, heal) => {
      const limiters = [createLimiter(), createLimiter()];
      await untilShared(limiters);
      await fail(redis);
      const [first] = limiters;
      if (!first) throw new Error('no limiter');
      await first.take(newKey(), allowance);
      const before = performance.now();
      const passed = await countPassing([first], newKey(), 40);
      expect(performance.now() - before).toBeLessThan(1_000);
      // Half of 10, because there are two processes.
      expect(passed).toBeGreaterThanOrEqual(5);
      expect(passed).toBeLessThanOrEqual(6);
      await heal(redis);
      await untilShared(limiters);
    },
  );
});
