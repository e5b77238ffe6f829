import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Secret } from '../../lib/crypto/secret.ts';
import { fault, messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { makeCheckValue, recogniseKey } from '../installation-keys.ts';
import { type DatabaseAddresses, databaseNameOf } from '../tenancy/addresses.ts';
import { ensureRoles } from '../tenancy/roles.ts';
import { applyRowSecurity } from '../tenancy/row-security.ts';
import { setLockTimeout, untilLocked } from './lock-timeout.ts';
import {
  compareMigrations,
  ensureLedger,
  type Migration,
  readMigrations,
  runMigration,
} from './migrations.ts';
import { withOwnerClient } from './owner-client.ts';
import { requireOwnDatabase } from './require-own-database.ts';

/** Both extensions ship with PostgreSQL and are trusted. */
const extensions = ['pg_trgm', 'btree_gin'];

/**
 * Creates the extensions as the user in DATABASE_URL, because the owner role doesn't have the CREATE privilege
 * that a trusted extension needs.
 */
async function ensureExtensions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ extname: string }>('select extname from pg_extension');
  for (const name of extensions) {
    if (rows.some(({ extname }) => extname === name)) continue;
    const statement = `create extension ${pg.escapeIdentifier(name)} with schema public`;
    await client.query(statement).catch((error) => {
      throw fault(
        'database_extension_refused',
        `The role of DATABASE_URL isn't allowed to run '${statement}' (${messageOf(error)}). Ask an administrator to run it in this database, or to grant the role create on the database; if PostgreSQL doesn't have the extension, install PostgreSQL's contrib package.`,
        error,
      );
    });
  }
}

/** An arbitrary advisory lock number. */
const lockNumber = 4_827_110_001;
const lockPatienceMs = 300_000;
/** The migration that created `runs`. Tests may migrate only up to an earlier one. */
const firstWithRuns = 11;

export const isMissingDatabase = (error: unknown): boolean => (error as pg.DatabaseError).code === '3D000';

/** Creates the database. One that exists must be empty, or Hark's. */
export async function createDatabaseIfMissing(owner: Secret): Promise<void> {
  const name = databaseNameOf(owner);
  const server = new URL(owner.reveal());
  server.pathname = '/postgres';
  try {
    await withOwnerClient(owner, requireOwnDatabase);
  } catch (error) {
    if (!isMissingDatabase(error)) throw error;
    await withOwnerClient(server.href, (client) =>
      client.query(`create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`),
    ).catch((createError: pg.DatabaseError) => {
      // Another process created it first.
      if (createError.code !== '42P04' && createError.code !== '23505') throw createError;
    });
  }
}

export async function hasInstallationKey(owner: Secret): Promise<boolean> {
  return withOwnerClient(owner, async (client) => (await readCheckValues(client)).length > 0);
}

/**
 * Brings a database to this version's schema under one lock. Creates the key, the roles and the extensions,
 * runs the migrations, and applies row-level security, in this order. Several processes can call it at once. It
 * takes only milliseconds if there is nothing to do. If a newer version has migrated the database, its schema, policies
 * and grants stay as they are.
 * @returns that newer version, if there is one
 */
export async function migrate(
  addresses: DatabaseAddresses,
  secretKey: Secret,
  logger: Logger,
  migrations: Migration[] = readMigrations(),
  previousKey?: Secret,
): Promise<string | undefined> {
  return withOwnerClient(addresses.owner, async (client) => {
    await takeLock(client, logger);
    await setLockTimeout(client);
    const checkValues = await readCheckValues(client);
    if (checkValues.length > 0) recogniseKey({ secretKey, previousKey }, checkValues);
    await ensureRoles(client, addresses, secretKey);
    await ensureExtensions(client);
    await client.query(`set role ${pg.escapeIdentifier(addresses.roleNames.owner)}`);
    await ensureLedger(client, logger);
    const { pending, newerVersion } = await compareMigrations(client, migrations);
    if (pending.length > 0) logger.info({ migrations: pending.length }, 'migrating the database');
    for (const migration of pending) {
      logger.debug({ migration: migration.name }, 'migrating');
      await runMigration(client, migration, logger);
    }
    // This version doesn't know which policies and grants the newer one has added.
    if (newerVersion === undefined)
      await untilLocked(client, logger, () => applyRowSecurity(client, addresses.roleNames));
    // Upkeep creates the partitions for later weeks.
    if (migrations.length >= firstWithRuns)
      await untilLocked(client, logger, () => client.query('select make_run_partitions(4)'));
    if (checkValues.length === 0) await keepFirstKey(client, secretKey);
    return newerVersion;
  });
}

async function keepFirstKey(client: pg.Client, secret: Secret): Promise<void> {
  const checkValue = makeCheckValue({ number: 1, secret });
  await client.query('insert into installation_keys (number, check_value) values (1, $1)', [checkValue]);
}

async function readCheckValues(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(
    "select from pg_tables where schemaname = 'public' and tablename = 'installation_keys'",
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ check_value: string }>('select check_value from installation_keys');
  return rows.map((row) => row.check_value);
}

/** Takes a session lock, which PostgreSQL releases even if this process crashes. */
async function takeLock(client: pg.Client, logger: Logger): Promise<void> {
  const end = Date.now() + lockPatienceMs;
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockNumber,
    ]);
    if (rows[0]?.taken) return;
    if (Date.now() > end)
      throw fault(
        'migration_locked',
        'Another process has been migrating this database for five minutes. Check whether it is stuck before you try again.',
      );
    if (attempt === 0) logger.info('waiting for another process to finish migrating');
    await sleep(200);
  }
}
