import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Secret } from '../../lib/crypto/secret.ts';
import { fault, messageOf } from '../../lib/errors.ts';
import { type DatabaseAddresses, rolePassword } from './addresses.ts';
import { canLogIn } from './log-in.ts';
import { type LoginRole, loginRoles, type RoleNames } from './role-names.ts';

/** Returns a SCRAM verifier (RFC 5803), so the password itself never appears in a logged statement. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

const { escapeIdentifier, escapeLiteral } = pg;

/**
 * Set on the roles themselves, so the settings also apply behind a pooler. JIT is off because it costs more
 * than it saves.
 */
const roleSettings = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  jit: 'off',
};

/**
 * Makes the dispatch role always use an index. Its statements are planned only once, and a plan made while
 * the table is small would otherwise scan the whole table.
 */
const dispatchSettings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

/**
 * Creates missing roles. A role that can already log in isn't altered, because altering it at every start would
 * make concurrent starts collide.
 */
export async function ensureRoles(
  client: pg.Client,
  addresses: DatabaseAddresses,
  secretKey: Secret,
): Promise<void> {
  const names = addresses.roleNames;
  const { rows } = await client.query<{ rolname: string; rolconfig: string[] | null }>(
    'select rolname, rolconfig from pg_roles where rolname = any($1)',
    [Object.values(names)],
  );
  const present = new Map(rows.map((row) => [row.rolname, row.rolconfig ?? []]));
  for (const name of [names.owner, names.finder]) {
    if (!present.has(name)) await makeRole(client, `create role ${escapeIdentifier(name)} nologin`);
  }
  await joinOwner(client, names);
  for (const role of loginRoles) {
    if (addresses.madeByOperator.has(role)) requireRole(present, names[role]);
    else {
      await ensureLogin(client, role, addresses, secretKey, present.has(names[role]));
      const settings = role === 'dispatch' ? { ...roleSettings, ...dispatchSettings } : roleSettings;
      await ensureSettings(client, names[role], settings, present.get(names[role]) ?? []);
    }
  }
}

/** Sets missing role settings. `settings` are written as PostgreSQL lists them. */
async function ensureSettings(
  client: pg.Client,
  name: string,
  settings: Readonly<Record<string, string>>,
  present: readonly string[],
): Promise<void> {
  for (const [setting, value] of Object.entries(settings)) {
    if (present.includes(`${setting}=${value}`)) continue;
    await makeRole(client, `alter role ${escapeIdentifier(name)} set ${setting} = ${escapeLiteral(value)}`);
  }
}

async function ensureLogin(
  client: pg.Client,
  role: LoginRole,
  addresses: DatabaseAddresses,
  secretKey: Secret,
  present: boolean,
): Promise<void> {
  const name = addresses.roleNames[role];
  if (present && (await canLogIn(addresses.direct.login[role]))) return;
  // Processes that only have the previous key still use its password. `hark rekey` changes the password when no
  // such process is left.
  if (present && addresses.direct.earlier && (await canLogIn(addresses.direct.earlier[role]))) return;
  await setPassword(client, name, secretKey, present);
}

async function setPassword(
  client: pg.Client,
  name: string,
  secretKey: Secret,
  present: boolean,
): Promise<void> {
  const password = rolePassword(secretKey, name);
  const verb = present ? 'alter' : 'create';
  const set = (value: string) =>
    makeRole(client, `${verb} role ${escapeIdentifier(name)} login password ${escapeLiteral(value)}`);
  try {
    await set(scramVerifier(password));
  } catch (error) {
    if (!needsPlainPassword(error)) throw error;
    await set(password);
  }
}

/** Neon, and services built on it, store roles outside PostgreSQL too, and reject a verifier with this message. */
const needsPlainPassword = (error: unknown): boolean =>
  messageOf(error).includes('only supports being given plaintext passwords');

/** Changes the roles' passwords. Open connections stay open. */
export async function changePasswords(
  client: pg.Client,
  { roleNames, madeByOperator }: DatabaseAddresses,
  secretKey: Secret,
): Promise<void> {
  for (const role of loginRoles) {
    if (!madeByOperator.has(role)) await setPassword(client, roleNames[role], secretKey, true);
  }
}

/**
 * Prepares the owner role, which owns every table, regardless of which login migrates. It is a member of
 * finder and can grant CREATE, because PostgreSQL requires both to change a function's owner. Since
 * PostgreSQL 16, the creator of a role becomes a member that can't SET ROLE to it, so the check asks for
 * 'set' on those versions.
 */
async function joinOwner(client: pg.Client, { owner, finder }: RoleNames): Promise<void> {
  const [quoted, quotedFinder] = [escapeIdentifier(owner), escapeIdentifier(finder)];
  const { rows } = await client.query<{ joined: boolean; finder_joined: boolean; may_lend: boolean }>(
    `select pg_has_role(current_user, $1, kind) as joined, pg_has_role($1, $2, kind) as finder_joined,
            has_schema_privilege($1, 'public', 'create with grant option') as may_lend
     from (select case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end) k(kind)`,
    [owner, finder],
  );
  if (!rows[0]?.joined) await makeRole(client, `grant ${quoted} to current_user`);
  if (!rows[0]?.finder_joined) await makeRole(client, `grant ${quotedFinder} to ${quoted}`);
  if (!rows[0]?.may_lend)
    await makeRole(client, `grant create, usage on schema public to ${quoted} with grant option`);
}

function requireRole(present: ReadonlyMap<string, unknown>, name: string): void {
  if (present.has(name)) return;
  throw fault(
    'database_role_missing',
    `The database role "${name}" doesn't exist. Create it, or remove its connection URL from the configuration.`,
  );
}

async function makeRole(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    const shown = statement.replace(/ password .*/, " password '…'");
    throw fault(
      'database_role_refused',
      `The role of DATABASE_URL isn't allowed to run "${shown}" (${messageOf(error)}). Grant it createrole, or run the statement yourself and set DATABASE_APP_URL and the other role URLs.`,
      error,
    );
  }
}
