import pg from 'pg';
import type { Secret } from '../../lib/crypto/secret.ts';

/** Connects as the owner, directly, because a session lock doesn't work through a pooler. */
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
  // A lost connection also rejects the pending statement, and that statement's caller handles the error.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
