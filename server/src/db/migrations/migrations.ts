import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { fault, messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { ownFile, ownManifest } from '../../lib/own-package.ts';
import { createConcurrentIndex, readIndexes } from './concurrent-index.ts';
import { untilLocked } from './lock-timeout.ts';
import { type AppliedMigration, findNewerVersion } from './newer-schema.ts';

/**
 * A migration. There are no down migrations. A `.concurrently.sql` file creates indexes; any other file is one
 * transaction.
 */
export interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

const besideTraffic = '.concurrently.sql';

/**
 * The first line of a migration that removes something: the number of the oldest migration that a version has to know
 * to run without it (docs/design/migrations.md).
 */
const needs = /^-- needs: (\d{4})\n/;

const folder = pathToFileURL(ownFile('migrations/'));

export function readMigrations(from: URL = folder): Migration[] {
  const names = readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const number = Number(name.slice(0, 4));
    if (number !== index + 1) throw fault('migration_gap', `${name} should have the number ${index + 1}.`);
    const text = readFileSync(new URL(name, from), 'utf8');
    return { number, name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** Creates the table that records applied migrations, or adds the columns that the first versions didn't have. */
export async function ensureLedger(client: pg.Client, logger: Logger): Promise<void> {
  const { rows } = await client.query(
    "select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'runs_from'",
  );
  if (rows.length > 0) return;
  await untilLocked(client, logger, () =>
    client.query(`create table if not exists schema_migrations
        (number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
      alter table schema_migrations add column version text, add column runs_from integer not null default 0`),
  );
}

/**
 * Returns the migrations that haven't been applied yet, and the version that migrated the database if it is newer than
 * this one. Throws if this version is too old for the schema, or if an applied file has changed.
 */
export async function compareMigrations(
  client: pg.Client,
  known: readonly Migration[],
): Promise<{ pending: Migration[]; newerVersion: string | undefined }> {
  const { rows } = await client.query<AppliedMigration & { checksum: string }>(
    'select number, checksum, version, runs_from from schema_migrations order by number',
  );
  const newerVersion = findNewerVersion(rows, known.length);
  for (const { number, checksum } of rows) {
    const mine = known[number - 1];
    if (mine && mine.checksum !== checksum) {
      throw fault(
        'migration_changed',
        `${mine.name} is not the file that this database was migrated with. Restore it; nothing was changed.`,
      );
    }
  }
  return { pending: known.slice(rows.length), newerVersion };
}

export function runMigration(client: pg.Client, migration: Migration, logger: Logger): Promise<void> {
  return migration.name.endsWith(besideTraffic)
    ? runConcurrently(client, migration, logger)
    : untilLocked(client, logger, () => runAtOnce(client, migration));
}

async function runAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await note(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw failed(migration, 'was rolled back', error);
  }
}

async function runConcurrently(client: pg.Client, migration: Migration, logger: Logger): Promise<void> {
  try {
    for (const index of readIndexes(migration.name, migration.text))
      await createConcurrentIndex(client, index, logger);
    await note(client, migration);
  } catch (error) {
    throw failed(migration, 'will resume the next time you migrate', error);
  }
}

const note = (client: pg.Client, { number, name, checksum, text }: Migration) =>
  client.query(
    'insert into schema_migrations (number, name, checksum, version, runs_from) values ($1, $2, $3, $4, $5)',
    [number, name, checksum, ownManifest.version, Number(needs.exec(text)?.[1] ?? 0)],
  );

const failed = ({ name }: Migration, what: string, error: unknown) =>
  fault('migration_failed', `${name} failed and ${what}: ${messageOf(error)}`, error);
