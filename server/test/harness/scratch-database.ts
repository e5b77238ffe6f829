import pg from 'pg';
import { createDatabaseIfMissing, migrate } from '../../src/db/migrations/migrate.ts';
import { type DatabaseAddresses, databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { roleNamesFor } from '../../src/db/tenancy/role-names.ts';
import { ensureRoles } from '../../src/db/tenancy/roles.ts';
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

/** Copies the migrated template (global-setup.ts), with separate roles. Starting Hark on the copy grants them what they need. */
export async function copyTemplateWithRoles(name: string): Promise<void> {
  const template = process.env.TEMPLATE_DATABASE ?? '';
  const quote = pg.escapeIdentifier;
  await asAdministrator((client) =>
    client.query(`create database ${quote(name)} template ${quote(template)}`),
  );
  const addresses = databaseAddresses(addressOf(name), testKey);
  const [from, to] = [roleNamesFor(template), addresses.roleNames];
  await asAdministrator(async (client) => {
    await ensureRoles(client, addresses, testKey);
    for (const role of ['owner', 'finder'] as const) {
      await client.query(`reassign owned by ${quote(from[role])} to ${quote(to[role])}`);
    }
  }, addresses.owner);
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
