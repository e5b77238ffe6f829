import { type DatabaseAddresses, databaseAddresses } from '../../db/tenancy/addresses.ts';
import type { LoginRole } from '../../db/tenancy/role-names.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { fault } from '../../lib/errors.ts';
import { describeDatabase } from './database-trouble.ts';
import { readKeptKey } from './secret-key-file.ts';

export interface InstallationSettings {
  readonly ownerUrl: Secret;
  readonly roleUrls: Partial<Record<LoginRole, Secret | undefined>>;
  /** The URL of a pooler in front of the database, if there is one. */
  readonly poolerUrl: Secret | undefined;
  readonly dataDir: string;
  readonly secretKey: Secret | undefined;
  /** The old key, set during a key rotation. */
  readonly previousKey: Secret | undefined;
}

export interface Installation {
  readonly addresses: DatabaseAddresses;
  readonly secretKey: Secret;
  readonly previousKey?: Secret | undefined;
}

/** Derives the URLs of the database roles from the key. */
export function findInstallation(settings: InstallationSettings): Installation {
  const secretKey = settings.secretKey ?? readKeptKey(settings.dataDir);
  if (!secretKey) {
    const database = describeDatabase(settings.ownerUrl);
    throw fault(
      'secret_key_missing',
      `There is no installation key in ${settings.dataDir} for the ${database}. Set HARK_DATA_DIR and DATABASE_URL as \`hark up\` prints them, or SECRET_KEY (or SECRET_KEY_FILE) to this installation's key; the first \`hark up\` creates one.`,
    );
  }
  return installationWith(settings, secretKey);
}

export function installationWith(settings: InstallationSettings, secretKey: Secret): Installation {
  const given = settings.previousKey ?? readKeptKey(settings.dataDir, 'secret-key-previous');
  const previousKey = given?.reveal() === secretKey.reveal() ? undefined : given;
  const { roleUrls: roles, poolerUrl: pooler } = settings;
  return {
    addresses: databaseAddresses(settings.ownerUrl, secretKey, { roles, pooler, previousKey }),
    secretKey,
    previousKey,
  };
}
