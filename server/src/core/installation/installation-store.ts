import type { Database } from '../../db/database.ts';
import { sql } from '../../db/driver/sql.ts';
import type { AppliedMigration } from '../../db/migrations/newer-schema.ts';
import type { Tables } from '../../db/tables.gen.ts';
import { listenerBaseUrl } from '../workspaces/index.ts';

/** Returns the number of the last migration, or 0 before the first. */
export async function selectSchemaNumber(db: Database): Promise<number> {
  const [present] = await db.readDirectory<{ exists: boolean }>(
    sql`select to_regclass('public.schema_migrations') is not null as exists`,
  );
  if (!present?.exists) return 0;
  const rows = await db.readDirectory<{ number: number }>(
    sql`select coalesce(max(number), 0) as number from schema_migrations`,
  );
  return rows[0]?.number ?? 0;
}

export const selectApplied = (db: Database): Promise<AppliedMigration[]> =>
  db.readDirectory(sql`select number, version, runs_from from schema_migrations order by number`);

export async function selectCheckValues(db: Database): Promise<string[]> {
  const rows = await db.readDirectory<Pick<Tables['installation_keys'], 'check_value'>>(
    sql`select check_value from installation_keys`,
  );
  return rows.map((row) => row.check_value);
}

/**
 * Returns a lower bound of the difference in ms, because the database may read its clock at any time between
 * request and response.
 */
export async function selectClockDifferenceMs(db: Database, now: () => Date): Promise<number> {
  const before = now().getTime();
  const [row] = await db.readDirectory<{ now: Date }>(sql`select now()`);
  const after = now().getTime();
  const databaseMs = row?.now.getTime() ?? 0;
  return Math.max(0, databaseMs - after) + Math.min(0, databaseMs - before);
}

export async function selectWorkspaceUrls(db: Database, limit: number): Promise<string[]> {
  const rows = await db.readDirectory<Pick<Tables['workspaces'], 'base_url' | 'listener_host'>>(
    sql`select base_url, listener_host from workspaces order by id limit ${limit}`,
  );
  return rows.flatMap(({ base_url: baseUrl, listener_host: listenerHost }) => [
    ...new Set([baseUrl, listenerBaseUrl({ baseUrl, listenerHost })]),
  ]);
}
