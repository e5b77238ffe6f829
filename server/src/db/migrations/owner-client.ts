import pg from 'pg';
import type { Secret } from '../../lib/crypto/secret.ts';

/** A connection of the owner for as long as `work` takes; direct, because a lock does not survive a pooler. */
export async function withOwnerClient<T>(
  url: Secret | string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: typeof url === 'string' ? url : url.reveal(),
    application_name: 'hark-operator',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A lost connection also rejects the statement that is waiting, which is where it is dealt with.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
