import pg from 'pg';
import { fault, messageOf } from '../lib/errors.ts';
import type { Secret } from '../lib/secret.ts';
import { type DatabaseAddresses, rolePassword } from './addresses.ts';
import { type LoginRole, loginRoles } from './role-names.ts';
import { scramVerifier } from './scram.ts';

const { escapeIdentifier, escapeLiteral } = pg;

/**
 * Held by the server itself, so that they hold behind a pooler: how long a statement may run, wait for a lock, or a
 * transaction sit idle; and no compiling of statements, which costs more than any of ours runs.
 */
const roleSettings = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  jit: 'off',
};

/**
 * Makes the roles that are missing and gives each its password. Runs as the owner, under the migration lock; a role
 * that can log in already is left alone, because changing it at every start would make starts collide.
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
  if (!present.has(names.owner))
    await makeRole(client, `create role ${escapeIdentifier(names.owner)} nologin`);
  await joinOwner(client, names.owner);
  for (const role of loginRoles) {
    if (addresses.madeByOperator.has(role)) requireRole(present, names[role]);
    else {
      await ensureLogin(client, role, addresses, secretKey, present.has(names[role]));
      await ensureSettings(client, names[role], present.get(names[role]) ?? []);
    }
  }
}

/** Gives a role the settings that it lacks, written as PostgreSQL lists them. */
async function ensureSettings(client: pg.Client, name: string, present: readonly string[]): Promise<void> {
  for (const [setting, value] of Object.entries(roleSettings)) {
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
  if (present && (await canLogIn(addresses.login[role]))) return;
  const quoted = escapeIdentifier(name);
  const password = escapeLiteral(scramVerifier(rolePassword(secretKey, name)));
  await makeRole(client, `${present ? 'alter' : 'create'} role ${quoted} login password ${password}`);
}

/** The owner role owns every table, whoever migrates: a superuser today, a plain login tomorrow. */
async function joinOwner(client: pg.Client, owner: string): Promise<void> {
  const quoted = escapeIdentifier(owner);
  const { rows } = await client.query<{ member: boolean; may_create: boolean }>(
    `select pg_has_role(current_user, $1, 'member') as member,
            has_schema_privilege($1, 'public', 'create') as may_create`,
    [owner],
  );
  if (!rows[0]?.member) await makeRole(client, `grant ${quoted} to current_user`);
  if (!rows[0]?.may_create) await makeRole(client, `grant create, usage on schema public to ${quoted}`);
}

function requireRole(present: ReadonlyMap<string, unknown>, name: string): void {
  if (present.has(name)) return;
  throw fault(
    'database_role_missing',
    `The database has no role "${name}". Make it, or leave its address out.`,
  );
}

async function makeRole(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    const shown = statement.replace(/ password .*/, " password '…'");
    throw fault(
      'database_role_refused',
      `DATABASE_URL may not run "${shown}" (${messageOf(error)}). Let it create roles (alter role … createrole), or make the roles yourself and name them by DATABASE_APP_URL and its like.`,
      error,
    );
  }
}

/** Whether a role logs in with the address that the product will use. */
export async function canLogIn(address: Secret): Promise<boolean> {
  const client = new pg.Client({ connectionString: address.reveal(), connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
