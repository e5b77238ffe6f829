import { createClient, type RedisClientType } from '@redis/client';
import type { Secret } from '../crypto/secret.ts';

/** The maximum time that a request waits for Redis. */
const answerTimeoutMs = 100;

/** Opens a connection that reconnects automatically. While Redis is down, every call fails immediately. */
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

export async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no response within ${answerTimeoutMs} ms`)),
    answerTimeoutMs,
  );
  // The promise that loses the race must not cause an unhandled rejection.
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const timeoutMs = 1_000;

/** Throws if Redis or Valkey doesn't respond, with the server's message. */
export async function pingRedis(url: Secret): Promise<void> {
  const client = createClient({
    url: url.reveal(),
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
  });
  // The rejected call reports the same error; without a handler the event would crash the process.
  client.on('error', () => {});
  // Neither call would notice a server that accepts the connection but never responds.
  const silent = Promise.withResolvers<never>();
  const deadline = setTimeout(
    () => silent.reject(new Error(`no response within ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    await Promise.race([client.connect().then(() => client.ping()), silent.promise]);
  } finally {
    clearTimeout(deadline);
    client.destroy();
  }
}
