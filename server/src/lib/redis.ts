import { createClient } from '@redis/client';
import type { Secret } from './secret.ts';

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
