import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { fault, messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { makeIndexBeside, readIndexes } from './concurrent-index.ts';
import { untilLocked } from './lock-timeout.ts';

/** Forward only. A `.concurrently.sql` file creates indexes; any other file is one transaction. */
export interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

const besideTraffic = '.concurrently.sql';

const folder = new URL('../../../migrations/', import.meta.url);

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

/** Throws if the schema is newer than this version, or if an applied file has changed. */
export async function pendingMigrations(
  client: pg.Client,
  known: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migrations order by number',
  );
  for (const { number, name, checksum } of rows) {
    const mine = known[number - 1];
    if (!mine) {
      throw fault(
        'schema_newer',
        `This database was migrated by a newer version of Hark (it has ${name}, this version ends with number ${known.length}). Start that version, or a newer one; nothing was changed.`,
      );
    }
    if (mine.checksum !== checksum) {
      throw fault(
        'migration_changed',
        `${mine.name} is not the file that this database was migrated with. Restore it; nothing was changed.`,
      );
    }
  }
  return known.slice(rows.length);
}

export function runMigration(client: pg.Client, migration: Migration, logger: Logger): Promise<void> {
  return migration.name.endsWith(besideTraffic)
    ? runBeside(client, migration, logger)
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

async function runBeside(client: pg.Client, migration: Migration, logger: Logger): Promise<void> {
  try {
    for (const index of readIndexes(migration.name, migration.text))
      await makeIndexBeside(client, index, logger);
    await note(client, migration);
  } catch (error) {
    throw failed(migration, 'is gone on with the next time', error);
  }
}

const note = (client: pg.Client, { number, name, checksum }: Migration) =>
  client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);

const failed = ({ name }: Migration, what: string, error: unknown) =>
  fault('migration_failed', `${name} failed and ${what}: ${messageOf(error)}`, error);
