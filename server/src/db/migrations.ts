import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { fault } from '../lib/errors.ts';

/** One file of `server/migrations`: plain SQL, forward only. */
export interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

const folder = new URL('../../migrations/', import.meta.url);

/** The migrations that this version of Hark brings, in order and without a gap. */
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

/** The migrations that are still to run; refuses a schema that is newer, or was made by other files. */
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

/** Runs one migration and notes it, both or neither. */
export async function runMigration(
  client: pg.Client,
  { number, name, text, checksum }: Migration,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw fault('migration_failed', `${name} failed and was rolled back: ${(error as Error).message}`, error);
  }
}
