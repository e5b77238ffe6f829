import pg from 'pg';
import { createDatabaseIfMissing, migrate } from '../../src/db/migrations/migrate.ts';
import { type DatabaseAddresses, databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { roleNamesFor } from '../../src/db/tenancy/role-names.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { createLogger } from '../../src/lib/log.ts';

/** The installation key of every test. */
export const testKey = new Secret('an-installation-key-for-tests-only-0123456789');
export const silent = createLogger('silent', 'serve');

const serverUrl = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Returns the URL for connecting to a database on the test server as its owner. */
export function addressOf(database: string, server = serverUrl): Secret {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return new Secret(url.href);
}

/** Opens a connection to the test server as its administrator. */
export type Administrator = pg.Client;

/** Runs statements as the test server's administrator. */
export async function asAdministrator<T>(
  work: (client: pg.Client) => Promise<T>,
  url = new Secret(serverUrl),
): Promise<T> {
  const client = new pg.Client({ connectionString: url.reveal() });
  // If the server is killed, the query fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates a migrated database with separate roles. */
export async function createScratchDatabase(name: string): Promise<DatabaseAddresses> {
  const addresses = databaseAddresses(addressOf(name), testKey);
  await createDatabaseIfMissing(addresses.owner);
  await migrate(addresses, testKey, silent);
  return addresses;
}

/** Drops a database. With `roles`, also drops the roles named after it. */
export async function dropDatabase(name: string, { roles = false } = {}): Promise<void> {
  await asAdministrator(async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    if (!roles) return;
    for (const role of Object.values(roleNamesFor(name))) {
      await client.query(`drop role if exists ${pg.escapeIdentifier(role)}`);
    }
  });
}
