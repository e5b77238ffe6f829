import { conflict } from '../../lib/errors.ts';
import { sql } from '../driver/sql.ts';
import type { Transaction } from '../driver/transaction.ts';
import { readMigrations } from './migrations.ts';

/**
 * Rejects an operation that has to know every table, such as an export, if a newer version has migrated the database:
 * rows in a table that this version doesn't know would be missing.
 */
export async function requireOwnSchema(transaction: Transaction): Promise<void> {
  const { number } = await transaction.one<{ number: number }>(
    sql`select max(number) as number from schema_migrations`,
  );
  if (number <= readMigrations().length) return;
  const { version } = await transaction.one<{ version: string }>(
    sql`select version from schema_migrations where number = ${number}`,
  );
  throw conflict(
    'newer_version_needed',
    `Hark ${version} has migrated this database and may have added tables that this version doesn't know. Repeat this with Hark ${version}; nothing was changed.`,
  );
}
