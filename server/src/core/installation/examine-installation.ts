import type { Database } from '../../db/database.ts';
import { inspectWalls } from '../../db/inspect.ts';
import { loginRoles } from '../../db/role-names.ts';
import { canLogIn } from '../../db/roles.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Installation } from './installation.ts';
import { selectClockDifferenceMs, selectWorkspaceUrls } from './installation-store.ts';
import { checkInstallation } from './open-installation.ts';

/** Tokens and timers are compared with a leeway of a minute; a few seconds are a sign that no clock is kept right. */
const clockToleranceMs = 2_000;

/** What one check found: it says what is, and where something is wrong, what to do. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
}

/** Runs a check; whatever it throws is what it found. */
export async function examine(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, says: await work() };
  } catch (error) {
    return { check, ok: false, says: messageOf(error) };
  }
}

/** Everything about the database that would keep the product from working, in the order in which it would show. */
export async function* examineInstallation(
  installation: Installation,
  db: Database,
  clock: Clock,
): AsyncGenerator<Finding> {
  yield examine('roles', () => examineRoles(installation));
  yield examine('walls', () => examineWalls(installation));
  yield examine('installation key and schema', async () => {
    await checkInstallation(db, installation);
    return 'SECRET_KEY fits the database, and so does the schema';
  });
  yield examine('clock', async () => {
    const differenceMs = Math.round(await selectClockDifferenceMs(db, () => clock.now()));
    if (Math.abs(differenceMs) <= clockToleranceMs) return `within ${clockToleranceMs} ms of the database's`;
    throw new Error(`The database's clock differs by ${differenceMs} ms. Keep both right by NTP.`);
  });
}

async function examineRoles({ addresses }: Installation): Promise<string> {
  for (const role of loginRoles) {
    if (await canLogIn(addresses.login[role])) continue;
    throw new Error(
      `The role ${addresses.roleNames[role]} cannot log in. Run \`hark migrate\`, and look into pg_hba.conf.`,
    );
  }
  return `${loginRoles.map((role) => addresses.roleNames[role]).join(', ')} log in`;
}

async function examineWalls({ addresses }: Installation): Promise<string> {
  const [difference] = await inspectWalls(addresses);
  if (difference !== undefined) throw new Error(`${difference}. Run \`hark migrate\`, which puts it right.`);
  return 'row-level security, policies and grants are as they should be';
}

/** The addresses of the first workspaces, for checking that callers can reach them. */
export const listBaseUrls = (db: Database): Promise<string[]> => selectWorkspaceUrls(db, 5);
