import type { Database } from '../../db/database.ts';
import { numberOf } from '../../db/installation-keys.ts';
import { inspectWalls } from '../../db/migrations/inspect.ts';
import { canLogIn, isLoginRefused, tryLogIn } from '../../db/tenancy/log-in.ts';
import { loginRoles } from '../../db/tenancy/role-names.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import { clockToleranceMs, compareClocks } from './compare-clocks.ts';
import { databaseTrouble, requiresTls, serverOf } from './database-trouble.ts';
import type { Installation } from './installation.ts';
import { selectCheckValues, selectWorkspaceUrls } from './installation-store.ts';
import { checkInstallation } from './open-installation.ts';

/** The state that a check found and, if something is wrong, what to do. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
  /** A warning is no failure. A check is skipped if one that it depends on failed. */
  readonly level?: 'warning' | 'skipped';
}

export interface Check {
  readonly name: string;
  readonly run: () => Promise<string>;
  /** Whether the following checks would fail for the same reason. */
  readonly isRequired?: boolean;
}

/** An error becomes the finding. */
export async function examine(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, says: await work() };
  } catch (error) {
    return { check, ok: false, says: messageOf(error) };
  }
}

/** Skips the rest after a required check fails: more failures would hide the cause. */
export async function* examineInOrder(checks: readonly Check[]): AsyncGenerator<Finding> {
  let cause: string | undefined;
  for (const { name, run, isRequired = false } of checks) {
    if (cause !== undefined) {
      yield { check: name, ok: false, says: `not checked, because ${cause} failed`, level: 'skipped' };
      continue;
    }
    const finding = await examine(name, run);
    if (!finding.ok && isRequired) cause = name;
    yield finding;
  }
}

/** Checks everything in the database that the product needs, in the order in which it would fail. */
export const installationChecks = (installation: Installation, db: Database, clock: Clock): Check[] => [
  { name: 'database', run: () => examineServer(installation), isRequired: true },
  { name: 'roles', run: () => examineRoles(installation), isRequired: true },
  { name: 'walls', run: () => examineWalls(installation) },
  {
    name: 'installation key and schema',
    run: async () => {
      await checkInstallation(db, installation);
      return `SECRET_KEY fits the database, and so does the schema${await describeChange(db, installation)}`;
    },
    isRequired: true,
  },
  { name: 'clock', run: () => examineClock(db, clock) },
];

/** Whether the server is reachable. The next check, which knows the role, reports a rejected password. */
async function examineServer({ addresses }: Installation): Promise<string> {
  const url = addresses.direct.login.app;
  const error = await tryLogIn(url);
  if (error && (!isLoginRefused(error) || requiresTls(error))) throw databaseTrouble(url, error);
  return `PostgreSQL at ${serverOf(url)} answers`;
}

export async function examineClock(db: Database, clock: Clock): Promise<string> {
  const { differenceMs, isRight } = await compareClocks(db, clock);
  if (isRight) return `within ${clockToleranceMs} ms of the database's`;
  throw new Error(`The database's clock differs by ${differenceMs} ms. Keep both right by NTP.`);
}

/** The state of a key rotation, if there is one. */
async function describeChange(db: Database, { previousKey }: Installation): Promise<string> {
  if (!previousKey) return '';
  const values = await selectCheckValues(db);
  if (values.length > 1) return '. The key is being changed: run `hark rekey` until it says that it is done';
  return numberOf(previousKey, values) !== undefined
    ? '. SECRET_KEY_PREVIOUS is still the key in use: restart everything with both, then run `hark rekey`'
    : '. SECRET_KEY_PREVIOUS is not needed any more: remove it';
}

async function examineRoles({ addresses }: Installation): Promise<string> {
  const { direct } = addresses;
  const logsIn = async ({ login, earlier }: typeof direct, role: (typeof loginRoles)[number]) =>
    (await canLogIn(login[role])) || (earlier !== undefined && (await canLogIn(earlier[role])));
  for (const role of loginRoles) {
    if (!(await logsIn(direct, role)))
      throw new Error(
        `The role ${addresses.roleNames[role]} cannot log in. Run \`hark migrate\`, and look into pg_hba.conf.`,
      );
    if (!(await logsIn(addresses, role)))
      throw new Error(
        `The role ${addresses.roleNames[role]} cannot log in at DATABASE_POOLER_URL. Look into the pooler's auth_query.`,
      );
  }
  return `${loginRoles.map((role) => addresses.roleNames[role]).join(', ')} log in`;
}

async function examineWalls({ addresses }: Installation): Promise<string> {
  const [difference] = await inspectWalls(addresses);
  if (difference !== undefined) throw new Error(`${difference}. Run \`hark migrate\`, which puts it right.`);
  return 'row-level security, policies and grants are as they should be';
}

/** For checking that callers can reach the first workspaces. */
export const listBaseUrls = (db: Database): Promise<string[]> => selectWorkspaceUrls(db, 5);
