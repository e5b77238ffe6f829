import { type Database, type DatabaseOptions, openDatabase } from '../../db/database.ts';
import { type DispatchDatabase, openDispatch } from '../../db/dispatch-database.ts';
import { type IngestDatabase, openIngest } from '../../db/ingest-database.ts';
import { recogniseKey } from '../../db/installation-keys.ts';
import { readMigrations } from '../../db/migrations/migrations.ts';
import { type OwnerDatabase, openOwner } from '../../db/owner-database.ts';
import { openUpkeep, type UpkeepDatabase } from '../../db/upkeep-database.ts';
import { KeyRing } from '../../lib/crypto/key-ring.ts';
import { fault, unavailable } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import type { Installation } from './installation.ts';
import { selectCheckValues, selectSchemaNumber } from './installation-store.ts';

/** Connects as the application. Nothing is checked yet: see `checkInstallation`. */
export function openInstallation({ addresses }: Installation, options: DatabaseOptions): Database {
  return openDatabase(addresses, options);
}

/** Connects as upkeep, for the jobs that reach over workspaces. */
export const openUpkeepDoor = ({ addresses }: Installation, logger: Logger): UpkeepDatabase =>
  openUpkeep(addresses, logger);

/** Connects as ingest, to accept runs. */
export const openIngestDoor = ({ addresses }: Installation, logger: Logger): IngestDatabase =>
  openIngest(addresses, logger);

/** Connects as dispatch, to see where runs stand. */
export const openDispatchDoor = ({ addresses }: Installation, logger: Logger): DispatchDatabase =>
  openDispatch(addresses, logger);

/** Connects as the owner, for what the operator does with whole workspaces and with the key. */
export const openOwnerDoor = (
  { addresses }: Installation,
  logger: Logger,
  options?: { isSnapshot: boolean },
): OwnerDatabase => openOwner(addresses, logger, options);

/**
 * Makes sure that this code fits the database, schema and key, and gives the key with its number. Throws `unavailable` for what may pass by itself
 * (a database that is away, migrations still to run), and a fault for what will not.
 */
export async function checkInstallation(db: Database, installation: Installation): Promise<KeyRing> {
  const known = readMigrations().length;
  const present = await selectSchemaNumber(db);
  if (present < known) {
    throw unavailable(
      'schema_older',
      `The database has schema ${present}, this version needs ${known}. Run \`hark migrate\`.`,
    );
  }
  if (present > known) {
    throw fault(
      'schema_newer',
      `The database has schema ${present}, this version of Hark ends with ${known}. Start the newer version.`,
    );
  }
  return new KeyRing(recogniseKey(installation, await selectCheckValues(db)));
}

/** Looks whether another key counts by now; for processes that have both while the key is changed. */
export async function followKey(db: Database, installation: Installation, key: KeyRing): Promise<void> {
  key.adopt(recogniseKey(installation, await selectCheckValues(db)));
}

/** Whether the database answers at all; throws `unavailable` when it does not. */
export async function pingDatabase(db: Database): Promise<void> {
  await selectSchemaNumber(db);
}
