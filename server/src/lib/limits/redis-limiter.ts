import type { Clock } from '../clock.ts';
import type { Secret } from '../crypto/secret.ts';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';
import { createMemoryLimiter } from './memory-limiter.ts';
import { inTime, openRedis } from './redis.ts';
import type { Allowance, RateVerdict, RefundingLimiter } from './token-bucket.ts';

/** How long to skip Redis after a failure, so that not every request waits for it. */
const pauseMs = 1_000;

/** `takeToken` as a Redis script. It uses Redis's clock, so processes with different clocks agree. */
const script = `
local now = redis.call('TIME')
local now_ms = now[1] * 1000 + now[2] / 1000
local interval = 60000 / tonumber(ARGV[1])
local tolerance = interval * tonumber(ARGV[2])
local full_at = tonumber(redis.call('GET', KEYS[1]) or '0')
local known = math.min(full_at, now_ms + tolerance)
local ahead = math.max(known, now_ms) + interval - now_ms
if ahead > tolerance then
  if known < full_at then redis.call('SET', KEYS[1], string.format('%.3f', known), 'PX', math.ceil(tolerance) + 1000) end
  return {0, 0, math.ceil(ahead - tolerance)}
end
redis.call('SET', KEYS[1], string.format('%.3f', now_ms + ahead), 'PX', math.ceil(ahead) + 1000)
return {1, math.floor((tolerance - ahead) / interval), 0}`;

const giveBackScript = `
local full_at = redis.call('GET', KEYS[1])
if full_at then redis.call('SET', KEYS[1], string.format('%.3f', tonumber(full_at) - 60000 / tonumber(ARGV[1])), 'KEEPTTL') end`;

/** A limiter whose counts are shared by all processes. */
export interface SharedLimiter extends RefundingLimiter {
  close(): void;
}

/**
 * Creates a limiter that counts in Redis. While Redis is down or slow, each process counts separately and
 * enforces its share of the limit, because losing Redis must not cause an outage (spec/rest-api §8). The
 * namespace separates installations that share a Redis server.
 */
export function createRedisLimiter(
  url: Secret,
  namespace: string,
  processes: number,
  clock: Clock,
  logger: Logger,
): SharedLimiter {
  const alone = createMemoryLimiter(clock);
  let isAway = false;
  let pausedUntilMs = 0;

  const away = (error: unknown) => {
    if (!isAway) logger.warn({ reason: messageOf(error) }, 'redis unavailable, limiting per process');
    isAway = true;
    pausedUntilMs = performance.now() + pauseMs;
  };
  const client = openRedis(url, away);

  const keyOf = (key: string) => `${namespace}:rate:${key}`;

  async function takeShared(key: string, { perMinute, burst }: Allowance): Promise<RateVerdict> {
    const answer = await inTime(
      client.eval(script, {
        keys: [keyOf(key)],
        arguments: [String(perMinute), String(burst)],
      }),
    );
    const [allowed, remaining, retryAfterMs] = answer as [number, number, number];
    if (isAway) logger.info('redis available again');
    isAway = false;
    return { isAllowed: allowed === 1, remaining, retryAfterMs };
  }

  const shareOf = ({ perMinute, burst }: Allowance): Allowance => ({
    perMinute: Math.max(1, perMinute / processes),
    burst: Math.max(1, burst / processes),
  });

  return {
    async take(key, allowance) {
      if (performance.now() < pausedUntilMs) return alone.take(key, shareOf(allowance));
      try {
        return await takeShared(key, allowance);
      } catch (error) {
        away(error);
        return alone.take(key, shareOf(allowance));
      }
    },
    giveBack(key, allowance) {
      if (performance.now() < pausedUntilMs) return alone.giveBack(key, shareOf(allowance));
      const options = { keys: [keyOf(key)], arguments: [String(allowance.perMinute)] };
      // A token that is lost in an outage is refilled over time.
      inTime(client.eval(giveBackScript, options)).catch(away);
    },
    close: () => client.destroy(),
  };
}
