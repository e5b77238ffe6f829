import { type Database, type DatabaseOptions, openDatabase } from '../../db/database.ts';
import { type DispatchDatabase, openDispatch } from '../../db/dispatch-database.ts';
import { type IngestDatabase, openIngest } from '../../db/ingest-database.ts';
import { recogniseKey } from '../../db/installation-keys.ts';
import { readMigrations } from '../../db/migrations/migrations.ts';
import { findNewerVersion } from '../../db/migrations/newer-schema.ts';
import { type OwnerDatabase, openOwner } from '../../db/owner-database.ts';
import { openUpkeep, type UpkeepDatabase } from '../../db/upkeep-database.ts';
import { KeyRing } from '../../lib/crypto/key-ring.ts';
import { unavailable } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { describeDatabase, explainUnusable, notSetUp } from './database-trouble.ts';
import type { Installation } from './installation.ts';
import { selectApplied, selectCheckValues, selectSchemaNumber } from './installation-store.ts';

/** Connects as the application role. Doesn't check the installation; `checkInstallation` does. */
export function openInstallation({ addresses }: Installation, options: DatabaseOptions): Database {
  return openDatabase(addresses, options);
}

/** Connects as the upkeep role, for jobs that span workspaces. */
export const openUpkeepDoor = ({ addresses }: Installation, logger: Logger): UpkeepDatabase =>
  openUpkeep(addresses, logger);

/** Connects as the ingest role, to accept runs. */
export const openIngestDoor = ({ addresses }: Installation, logger: Logger): IngestDatabase =>
  openIngest(addresses, logger);

/** Connects as the dispatch role, to read the state of runs. */
export const openDispatchDoor = ({ addresses }: Installation, logger: Logger): DispatchDatabase =>
  openDispatch(addresses, logger);

/** Connects as the owner, for operator commands that affect whole workspaces or the installation's key. */
export const openOwnerDoor = (
  { addresses }: Installation,
  logger: Logger,
  options?: { isSnapshot: boolean },
): OwnerDatabase => openOwner(addresses, logger, options);

/**
 * Checks that this code matches the database, its schema and the key, and returns the key with its number.
 * Throws `unavailable` for temporary problems, such as a database outage or pending migrations, and a fault
 * for everything else.
 */
export async function checkInstallation(db: Database, installation: Installation): Promise<KeyRing> {
  const url = installation.addresses.login.app;
  const known = readMigrations().length;
  const present = await selectSchemaNumber(db).catch((error: unknown) => {
    throw explainUnusable(url, error);
  });
  if (present === 0) {
    const database = describeDatabase(url);
    throw notSetUp(`The ${database} doesn't contain Hark's tables.`);
  }
  if (present < known) {
    throw unavailable(
      'schema_older',
      `The database has schema ${present}, but this version needs ${known}. Run \`hark migrate\`.`,
    );
  }
  await newerVersionOf(db);
  return new KeyRing(recogniseKey(installation, await selectCheckValues(db)));
}

/**
 * Returns the version that migrated the database, if it is newer than this one. Throws a fault if this version can't
 * use the newer schema.
 */
export async function newerVersionOf(db: Database): Promise<string | undefined> {
  const known = readMigrations().length;
  return (await selectSchemaNumber(db)) > known
    ? findNewerVersion(await selectApplied(db), known)
    : undefined;
}

/** Returns how many migrations of this version the database lacks. */
export const countPendingMigrations = async (db: Database): Promise<number> =>
  Math.max(0, readMigrations().length - (await selectSchemaNumber(db)));

/** Switches to the current key. For processes that have both keys during a rotation. */
export async function followKey(db: Database, installation: Installation, key: KeyRing): Promise<void> {
  key.adopt(recogniseKey(installation, await selectCheckValues(db)));
}

/** Throws `unavailable` if the database doesn't respond. */
export async function pingDatabase(db: Database): Promise<void> {
  await selectSchemaNumber(db);
}
