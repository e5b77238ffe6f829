import { createClient, type RedisClientType } from '@redis/client';
import type { Secret } from '../crypto/secret.ts';

/** Longer than this no request waits for Redis. */
const answerTimeoutMs = 100;

/** A connection that comes back by itself; while Redis is away every call fails at once. */
export function openRedis(url: Secret, away: (error: unknown) => void): RedisClientType {
  const client = createClient({
    url: url.reveal(),
    disableOfflineQueue: true,
    socket: { connectTimeout: 1_000, reconnectStrategy: () => 500 },
  }) as RedisClientType;
  client.on('error', away);
  client.connect().catch(away);
  return client;
}

/** An answer of Redis, or a failure where it takes too long. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${answerTimeoutMs} ms`)),
    answerTimeoutMs,
  );
  // Whichever loses must not count as unhandled.
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const timeoutMs = 1_000;

/** Makes sure that a Redis or Valkey answers; throws with its own words when it does not. */
export async function pingRedis(url: Secret): Promise<void> {
  const client = createClient({
    url: url.reveal(),
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
  });
  // The rejected call tells the same; without a handler it would end the process.
  client.on('error', () => {});
  // One that takes the connection and says nothing is told by neither of the two calls.
  const silent = Promise.withResolvers<never>();
  const deadline = setTimeout(() => silent.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([client.connect().then(() => client.ping()), silent.promise]);
  } finally {
    clearTimeout(deadline);
    client.destroy();
  }
}
