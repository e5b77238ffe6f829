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

/** Connects as the application role. Checks nothing yet: see `checkInstallation`. */
export function openInstallation({ addresses }: Installation, options: DatabaseOptions): Database {
  return openDatabase(addresses, options);
}

/** Connects as upkeep, for jobs that span workspaces. */
export const openUpkeepDoor = ({ addresses }: Installation, logger: Logger): UpkeepDatabase =>
  openUpkeep(addresses, logger);

/** Connects as ingest, to accept runs. */
export const openIngestDoor = ({ addresses }: Installation, logger: Logger): IngestDatabase =>
  openIngest(addresses, logger);

/** Connects as dispatch, to read the state of runs. */
export const openDispatchDoor = ({ addresses }: Installation, logger: Logger): DispatchDatabase =>
  openDispatch(addresses, logger);

/** Connects as the owner, for operator commands on whole workspaces and on the key. */
export const openOwnerDoor = (
  { addresses }: Installation,
  logger: Logger,
  options?: { isSnapshot: boolean },
): OwnerDatabase => openOwner(addresses, logger, options);

/**
 * Checks that this code matches the database, its schema and the key, and returns the key with its number.
 * Throws `unavailable` for temporary problems (a database outage, pending migrations) and a fault for others.
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

/** Adopts the current key, for processes that have both during a rotation. */
export async function followKey(db: Database, installation: Installation, key: KeyRing): Promise<void> {
  key.adopt(recogniseKey(installation, await selectCheckValues(db)));
}

/** Throws `unavailable` if the database doesn't respond. */
export async function pingDatabase(db: Database): Promise<void> {
  await selectSchemaNumber(db);
}
