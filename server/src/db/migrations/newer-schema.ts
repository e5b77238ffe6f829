import { fault } from '../../lib/errors.ts';

/** What a database records about a migration: the version that applied it, and which versions still run with it. */
export interface AppliedMigration {
  readonly number: number;
  readonly version: string | null;
  /** Versions that know this migration or a later one can use the database. */
  readonly runs_from: number;
}

/**
 * Returns the version that migrated the database if its schema is newer than this version's. Throws if this version
 * can't use it.
 * @param known the number of this version's last migration
 */
export function findNewerVersion(applied: readonly AppliedMigration[], known: number): string | undefined {
  const last = applied.at(-1);
  if (!last || last.number <= known) return undefined;
  const runsFrom = Math.max(...applied.map((migration) => migration.runs_from));
  if (runsFrom > known) {
    const oldest = applied.find(({ number }) => number === runsFrom)?.version;
    throw fault(
      'schema_newer',
      `This database was migrated by Hark ${last.version}, and this version is too old for it. Start Hark ${oldest} or newer; nothing was changed.`,
    );
  }
  return last.version ?? undefined;
}
