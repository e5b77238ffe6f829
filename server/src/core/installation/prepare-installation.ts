import { setTimeout as sleep } from 'node:timers/promises';
import { explainDatabaseError } from '../../db/driver/database-error.ts';
import { createDatabaseIfMissing, hasInstallationKey, migrate } from '../../db/migrations/migrate.ts';
import { isLoginRefused } from '../../db/tenancy/log-in.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { fault, HarkError, isOutage } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { databaseTrouble, describeDatabase, reasonOf, serverOf } from './database-trouble.ts';
import {
  findInstallation,
  type Installation,
  type InstallationSettings,
  installationWith,
} from './installation.ts';
import { makeKeptKey, readKeptKey } from './secret-key-file.ts';

/** How long to wait for the database, which often starts a moment after the service that needs it. */
const patienceMs = 30_000;
const pauseMs = 500;

/**
 * Creates the database and the key if they are missing, and runs the migrations. Waits for a database that
 * doesn't respond yet. Rejects a wrong key before writing anything.
 * @returns the version that migrated the database, if it is newer than this one
 */
export async function prepareInstallation(
  settings: InstallationSettings,
  logger: Logger,
  { makeKey }: { makeKey: boolean },
): Promise<string | undefined> {
  await whenDatabaseAnswers(settings.ownerUrl, logger, () => createDatabaseIfMissing(settings.ownerUrl));
  const { addresses, secretKey, previousKey } = makeKey
    ? await findOrMakeKey(settings, logger)
    : findInstallation(settings);
  return migrate(addresses, secretKey, logger, undefined, previousKey);
}

/** Creates a key only for a new database. With an existing database, a new key would lock all users out. */
async function findOrMakeKey(settings: InstallationSettings, logger: Logger): Promise<Installation> {
  const secretKey = settings.secretKey ?? readKeptKey(settings.dataDir);
  if (secretKey) return installationWith(settings, secretKey);
  if (await hasInstallationKey(settings.ownerUrl)) {
    const database = describeDatabase(settings.ownerUrl);
    throw fault(
      'secret_key_missing',
      `The ${database} was set up with an installation key, which isn't in ${settings.dataDir}. Set HARK_DATA_DIR to the directory that contains the file secret-key, or set SECRET_KEY.`,
    );
  }
  logger.info({ data_dir: settings.dataDir }, 'installation key created: back up the file secret-key');
  return installationWith(settings, makeKeptKey(settings.dataDir));
}

async function whenDatabaseAnswers(owner: Secret, logger: Logger, work: () => Promise<void>): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof HarkError) throw error;
      const explained = explainDatabaseError(error);
      const passing = isOutage(explained);
      if (!passing || isLoginRefused(error) || performance.now() > end) throw databaseTrouble(owner, error);
      if (attempt === 0) {
        const limit = `${patienceMs / 1000} s`;
        logger.warn(
          { reason: reasonOf(error) },
          `waiting up to ${limit} for PostgreSQL at ${serverOf(owner)} (DATABASE_URL)`,
        );
      }
      await sleep(pauseMs);
    }
  }
}
