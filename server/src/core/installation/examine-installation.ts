import type { Database } from '../../db/database.ts';
import { numberOf } from '../../db/installation-keys.ts';
import { inspectWalls } from '../../db/migrations/inspect.ts';
import { isMissingDatabase } from '../../db/migrations/migrate.ts';
import { withOwnerClient } from '../../db/migrations/owner-client.ts';
import { requireOwnDatabase } from '../../db/migrations/require-own-database.ts';
import { canLogIn, isLoginRefused, tryLogIn } from '../../db/tenancy/log-in.ts';
import { loginRoles } from '../../db/tenancy/role-names.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { HarkError, messageOf } from '../../lib/errors.ts';
import { clockToleranceMs, compareClocks } from './compare-clocks.ts';
import { databaseTrouble, describeDatabase, requiresTls, serverOf } from './database-trouble.ts';
import type { Installation } from './installation.ts';
import { selectCheckValues, selectWorkspaceUrls } from './installation-store.ts';
import { checkInstallation, newerVersionOf } from './open-installation.ts';

/** The state that a check found and, if there is a problem, what to do. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
  /** A warning isn't a failure. A check is skipped if a check it depends on failed. */
  readonly level?: 'warning' | 'skipped';
}

export interface Check {
  readonly name: string;
  readonly run: () => Promise<Found>;
  /** Whether the following checks would fail for the same reason if this one fails. */
  readonly isRequired?: boolean;
}

/** What a check found: a sentence, or a warning. */
export type Found = string | { readonly warning: string };

/** Runs one check. If it throws, the error becomes the finding. */
export async function examine(check: string, work: () => Promise<Found>): Promise<Finding> {
  try {
    const found = await work();
    if (typeof found === 'string') return { check, ok: true, says: found };
    return { check, ok: true, says: found.warning, level: 'warning' };
  } catch (error) {
    return { check, ok: false, says: messageOf(error) };
  }
}

/**
 * Runs the checks in order. Skips the rest after a required check fails, because more failures would hide the
 * cause.
 */
export async function* examineInOrder(checks: readonly Check[]): AsyncGenerator<Finding> {
  let cause: string | undefined;
  for (const { name, run, isRequired = false } of checks) {
    if (cause !== undefined) {
      yield { check: name, ok: false, says: `not checked because ${cause} failed`, level: 'skipped' };
      continue;
    }
    const finding = await examine(name, run);
    if (!finding.ok && isRequired) cause = name;
    yield finding;
  }
}

/**
 * The checks of everything that Hark needs from the database. A check comes after the checks it depends on.
 */
export const installationChecks = (installation: Installation, db: Database, clock: Clock): Check[] => [
  { name: 'database', run: () => examineServer(installation), isRequired: true },
  { name: 'roles', run: () => examineRoles(installation), isRequired: true },
  { name: 'row-level security', run: () => examineRowSecurity(installation, db) },
  {
    name: 'installation key and schema',
    run: async () => {
      await checkInstallation(db, installation);
      return `${await describeSchema(db)}${await describeChange(db, installation)}`;
    },
    isRequired: true,
  },
  { name: 'clock', run: () => examineClock(db, clock) },
];

/**
 * Checks only whether the server is reachable. The next check connects with the role and reports a rejected
 * password.
 */
async function examineServer({ addresses }: Installation): Promise<string> {
  const url = addresses.direct.login.app;
  const error = await tryLogIn(url);
  if (error && (!isLoginRefused(error) || requiresTls(error))) throw databaseTrouble(url, error);
  return `PostgreSQL at ${serverOf(url)} responds`;
}

/** Checks the server before there is a key, with the connection that will create the database. */
export async function examineOwnerServer(owner: Secret): Promise<string> {
  try {
    await withOwnerClient(owner, requireOwnDatabase);
    return `PostgreSQL responds, and Hark can use the ${describeDatabase(owner)}`;
  } catch (error) {
    if (error instanceof HarkError) throw error;
    if (!isMissingDatabase(error)) throw databaseTrouble(owner, error);
    return `PostgreSQL responds. There is no ${describeDatabase(owner)} yet; \`hark up\` creates it`;
  }
}

export async function examineClock(db: Database, clock: Clock): Promise<string> {
  const { differenceMs, isRight } = await compareClocks(db, clock);
  if (isRight) return `within ${clockToleranceMs} ms of the database's`;
  throw new Error(`The database's clock differs by ${differenceMs} ms. Synchronize both clocks with NTP.`);
}

/** Describes the state of a key rotation, if one is in progress. */
async function describeChange(db: Database, { previousKey }: Installation): Promise<string> {
  if (!previousKey) return '';
  const values = await selectCheckValues(db);
  if (values.length > 1)
    return ". A key rotation is in progress: run `hark rekey` until it reports that it's done";
  return numberOf(previousKey, values) !== undefined
    ? '. SECRET_KEY_PREVIOUS is still in use: restart every process with both keys, then run `hark rekey`'
    : '. SECRET_KEY_PREVIOUS is no longer needed: remove it';
}

async function examineRoles({ addresses }: Installation): Promise<string> {
  const { direct } = addresses;
  const logsIn = async ({ login, earlier }: typeof direct, role: (typeof loginRoles)[number]) =>
    (await canLogIn(login[role])) || (earlier !== undefined && (await canLogIn(earlier[role])));
  for (const role of loginRoles) {
    if (!(await logsIn(direct, role)))
      throw new Error(
        `The role ${addresses.roleNames[role]} can't log in to the ${describeDatabase(addresses.owner)}. Check DATABASE_URL, SECRET_KEY and pg_hba.conf; if they are right, run \`hark migrate\`.`,
      );
    if (!(await logsIn(addresses, role)))
      throw new Error(
        `The role ${addresses.roleNames[role]} can't log in at DATABASE_POOLER_URL. Check the pooler's auth_query.`,
      );
  }
  return `${loginRoles.map((role) => addresses.roleNames[role]).join(', ')} can log in`;
}

async function describeSchema(db: Database): Promise<string> {
  const newer = await newerVersionOf(db);
  return newer === undefined
    ? 'SECRET_KEY and the schema match the database'
    : `SECRET_KEY matches the database. Hark ${newer} has migrated it, and this version can use the newer schema`;
}

async function examineRowSecurity({ addresses }: Installation, db: Database): Promise<string> {
  const newer = await newerVersionOf(db);
  if (newer !== undefined)
    return `Hark ${newer} has migrated this database. To check policies and grants, run that version's \`hark doctor\``;
  const [difference] = await inspectWalls(addresses);
  if (difference !== undefined) throw new Error(`${difference}. Run \`hark migrate\` to fix it.`);
  return 'row-level security, policies and grants are correct';
}

/** Returns base URLs of the first few workspaces, to check that callers can reach them. */
export const listBaseUrls = (db: Database): Promise<string[]> => selectWorkspaceUrls(db, 5);
