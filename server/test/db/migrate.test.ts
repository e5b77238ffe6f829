import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { createDatabaseIfMissing, migrate } from '../../src/db/migrations/migrate.ts';
import { type Migration, readMigrations } from '../../src/db/migrations/migrations.ts';
import { databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { canLogIn } from '../../src/db/tenancy/log-in.ts';
import { loginRoles } from '../../src/db/tenancy/role-names.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { buildUser, buildWorkspace } from '../harness/builders.ts';
import { addressOf, asAdministrator, dropDatabase, silent, testKey } from '../harness/scratch-database.ts';
import { testContext } from '../harness/test-database.ts';
import { findBreaches } from './catalog-rules.ts';
import { startPlainPasswordServer } from './plain-password-server.ts';

const created: string[] = [];
const newName = () => {
  const name = `hark_migrate_${process.pid}_${randomBytes(3).toString('hex')}`;
  created.push(name);
  return name;
};
afterAll(async () => {
  for (const name of created) await dropDatabase(name, { roles: true });
});

/** The number of the first migration after the shipped ones. */
const next = readMigrations().length + 1;
const following = (text: string): Migration => ({
  number: next,
  name: `${next}.sql`,
  text,
  checksum: text,
});

async function prepare(name = newName(), key = testKey) {
  const addresses = databaseAddresses(addressOf(name), key);
  await createDatabaseIfMissing(addresses.owner);
  await migrate(addresses, key, silent);
  return { name, addresses };
}

/** A migrated database, for tests that leave it as it is. */
let migrated: Awaited<ReturnType<typeof prepare>>;
beforeAll(async () => {
  migrated = await prepare();
});

describe('migrating', () => {
  test('ten concurrent processes migrate an empty database once', async () => {
    const name = newName();
    await Promise.all(Array.from({ length: 10 }, () => prepare(name)));
    const { rows } = await asAdministrator(
      (client) => client.query('select * from schema_migrations'),
      addressOf(name),
    );
    expect(rows).toHaveLength(readMigrations().length);
  });

  test('rejects a migration that was edited after it ran, and names it', async () => {
    const { addresses } = migrated;
    const edited = readMigrations().map((m, index) => (index === 1 ? { ...m, checksum: 'other' } : m));
    await expect(migrate(addresses, testKey, silent, edited)).rejects.toThrow(
      /0002_roles_and_users.sql is not the file/,
    );
  });

  test('a failing migration is rolled back and reports why', async () => {
    const { addresses } = migrated;
    const broken = following('create table half (id bigint); select nonsense');
    await expect(migrate(addresses, testKey, silent, [...readMigrations(), broken])).rejects.toThrow(
      /nonsense/,
    );
    const { rows } = await asAdministrator(
      (client) => client.query("select to_regclass('half') as half, max(number) from schema_migrations"),
      addresses.owner,
    );
    expect(rows).toEqual([{ half: null, max: next - 1 }]);
  });

  test("waits for locks in short attempts, so that queries don't queue behind the migration", async () => {
    const { addresses } = await prepare();
    const reader = new pg.Client({ connectionString: addresses.owner.reveal() });
    const prober = new pg.Client({ connectionString: addresses.owner.reveal() });
    await Promise.all([reader.connect(), prober.connect()]);
    try {
      await reader.query('begin; select from roles');
      const change = following('alter table roles add column added text');
      let isDone = false;
      const migrating = migrate(addresses, testKey, silent, [...readMigrations(), change]).finally(() => {
        isDone = true;
      });
      const waits: number[] = [];
      const until = performance.now() + 2_500;
      while (!isDone) {
        const before = performance.now();
        await prober.query('select from roles');
        waits.push(performance.now() - before);
        if (performance.now() > until) await reader.query('rollback');
      }
      await migrating;
      // The migration waited for the lock, and left the lock queue between attempts.
      expect(Math.max(...waits)).toBeGreaterThan(200);
      expect(Math.max(...waits)).toBeLessThan(1_000);
    } finally {
      await Promise.all([reader.end(), prober.end()]);
    }
  });

  test('protects a new table with a workspace_id before any role can read it', async () => {
    const { addresses } = await prepare();
    const planted = following(
      'create table notes (workspace_id bigint not null, id bigint, primary key (workspace_id, id))',
    );
    await migrate(addresses, testKey, silent, [...readMigrations(), planted]);
    const { rows } = await asAdministrator(
      (client) =>
        client.query(
          `select relrowsecurity, relforcerowsecurity, has_table_privilege($1, 'notes', 'select') as readable
           from pg_class where relname = 'notes'`,
          [addresses.roleNames.app],
        ),
      addresses.owner,
    );
    expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true, readable: false }]);
  });
});

describe('roles', () => {
  test('can log in with passwords derived from the installation key', async () => {
    const { addresses } = migrated;
    for (const role of loginRoles) expect(await canLogIn(addresses.login[role])).toBe(true);
    const { rows } = await asAdministrator((client) =>
      client.query('select rolname, rolpassword from pg_authid where rolname = $1', [
        addresses.roleNames.app,
      ]),
    );
    expect(rows[0].rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  test("a migration by a login that isn't a superuser can read and change rows of all workspaces", async () => {
    const name = newName();
    const login = `${name}_operator`;
    await asAdministrator((client) =>
      client.query(`create role ${login} login createrole createdb password 'x'`),
    );
    try {
      const url = new URL(addressOf(name).reveal());
      url.username = login;
      url.password = 'x';
      const addresses = databaseAddresses(new Secret(url.href), testKey);
      await createDatabaseIfMissing(addresses.owner);
      await migrate(addresses, testKey, silent);
      const db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 2, logger: silent });
      const context = testContext(db);
      for (const _ of [1, 2, 3]) await buildUser(context, (await buildWorkspace(context)).id);
      await db.close();
      const rename = following("update users set name = 'Renamed'");
      await migrate(addresses, testKey, silent, [...readMigrations(), rename]);
      const { rows } = await asAdministrator(
        (client) => client.query('select name from users'),
        addressOf(name),
      );
      expect(rows.map((row) => row.name)).toEqual(['Renamed', 'Renamed', 'Renamed']);
    } finally {
      await dropDatabase(name, { roles: true });
      await asAdministrator((client) => client.query(`drop role ${login}`));
    }
  });

  /** Creates a login that owns nothing, and a database that belongs to the administrator. */
  async function withPlainLogin(
    options: string,
    work: (database: { name: string; login: string; url: Secret }) => Promise<void>,
  ): Promise<void> {
    const name = newName();
    const login = `${name}_operator`;
    await asAdministrator((client) => client.query(`create role ${login} login ${options} password 'x'`));
    try {
      await createDatabaseIfMissing(addressOf(name));
      const url = new URL(addressOf(name).reveal());
      url.username = login;
      url.password = 'x';
      await work({ name, login, url: new Secret(url.href) });
    } finally {
      await dropDatabase(name, { roles: true });
      await asAdministrator((client) => client.query(`drop role ${login}`));
    }
  }

  test("a login that can't create extensions gets an error with the statement to run", () =>
    withPlainLogin('createrole', async ({ name, login, url }) => {
      const addresses = databaseAddresses(url, testKey);
      const asOwner = (statement: string) =>
        asAdministrator((client) => client.query(statement), addressOf(name));
      await asOwner(`grant create, usage on schema public to ${login} with grant option`);
      await expect(migrate(addresses, testKey, silent)).rejects.toThrow(
        /isn't allowed to run 'create extension "pg_trgm" with schema public'.*Ask an administrator to run it/,
      );
      await asOwner('create extension "pg_trgm" with schema public');
      await asOwner('create extension "btree_gin" with schema public');
      await migrate(addresses, testKey, silent);
    }));

  test("created by the operator are enough for a login that can't create roles", () =>
    withPlainLogin('', async ({ name, login, url }) => {
      const logins = Object.fromEntries(
        loginRoles.map((role) => {
          const address = new URL(url.reveal());
          address.username = `${name}_${role}`;
          return [role, new Secret(address.href)];
        }),
      );
      const addresses = databaseAddresses(url, testKey, { roles: logins });
      const { owner, finder } = addresses.roleNames;
      await expect(migrate(addresses, testKey, silent)).rejects.toThrow(
        /isn't allowed to run "create role .*_owner/,
      );
      await asAdministrator(async (client) => {
        for (const role of loginRoles) await client.query(`create role ${name}_${role} login password 'x'`);
        await client.query(`create role ${owner}; create role ${finder};
          grant ${owner} to ${login}; grant ${finder} to ${owner};
          grant create, usage on schema public to ${owner} with grant option;
          grant create on database ${name} to ${login}`);
      }, addressOf(name));
      await migrate(addresses, testKey, silent);
      const breaches = await asAdministrator(
        (client) => findBreaches(client, addresses.roleNames),
        addressOf(name),
      );
      expect(breaches).toEqual([]);
    }));

  test('created by the operator keep their names and are never altered', async () => {
    const name = newName();
    const app = `${name}_custom`;
    await asAdministrator((client) => client.query(`create role ${app} login password 'chosen'`));
    try {
      const url = new URL(addressOf(name).reveal());
      url.username = app;
      url.password = 'chosen';
      const addresses = databaseAddresses(addressOf(name), testKey, { roles: { app: new Secret(url.href) } });
      await createDatabaseIfMissing(addresses.owner);
      await migrate(addresses, testKey, silent);
      expect(addresses.roleNames.app).toBe(app);
      const db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 2, logger: silent });
      const context = testContext(db);
      await buildUser(context, (await buildWorkspace(context)).id);
      await db.close();
    } finally {
      await dropDatabase(name, { roles: true });
      await asAdministrator((client) => client.query(`drop role ${app}`));
    }
  });

  test('get plain passwords from a server that rejects verifiers, as Neon does', async () => {
    const name = newName();
    const server = await startPlainPasswordServer(addressOf(name));
    try {
      const addresses = databaseAddresses(server.url, testKey);
      await createDatabaseIfMissing(addresses.owner);
      await migrate(addresses, testKey, silent);
      expect(server.rejected()).toBe(loginRoles.length);
      for (const role of loginRoles) {
        const password = new URL(addresses.login[role].reveal()).password;
        expect(isVerifierOf(password, await passwordOf(addresses.roleNames[role]))).toBe(true);
      }
    } finally {
      await server.stop();
    }
  });

  test("can't be created if the database name is too long for role names", () => {
    expect(() => databaseAddresses(addressOf('x'.repeat(60)), testKey)).toThrow(/too long/);
  });
});

const passwordOf = (role: string) =>
  asAdministrator(async (client) => {
    const { rows } = await client.query<{ rolpassword: string }>(
      'select rolpassword from pg_authid where rolname = $1',
      [role],
    );
    return rows[0]?.rolpassword;
  });

/** Whether this SCRAM verifier (RFC 5803) belongs to the password. The test server lets every password in. */
function isVerifierOf(password: string, verifier: string | undefined): boolean {
  const [, iterations, salt = '', serverKey] =
    /^SCRAM-SHA-256\$(\d+):([^$]+)\$[^:]+:(.+)$/.exec(verifier ?? '') ?? [];
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256');
  return createHmac('sha256', salted).update('Server Key').digest('base64') === serverKey;
}

test('a key that does not match the database prevents startup and changes nothing', async () => {
  const { name, addresses } = migrated;
  const other = new Secret('another-installation-key-0123456789-0123456789');
  const before = await passwordOf(addresses.roleNames.app);
  await expect(prepare(name, other)).rejects.toThrow(/SECRET_KEY doesn't match this database/);
  expect(await passwordOf(addresses.roleNames.app)).toBe(before);
  const { rows } = await asAdministrator(
    (client) => client.query('select * from installation_keys'),
    addresses.owner,
  );
  expect(rows).toHaveLength(1);
});

test('two installations with different keys can migrate on one server at the same time', async () => {
  const keys = [
    new Secret('first-installation-key-0123456789-0123456789'),
    new Secret('second-installation-key-0123456789-012345678'),
  ];
  const prepared = await Promise.all(keys.map((key) => prepare(newName(), key)));
  for (const { addresses } of prepared) {
    const db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 2, logger: silent });
    const context = testContext(db);
    const { id } = await buildWorkspace(context);
    expect((await buildUser(context, id)).id).toBeGreaterThan(0);
    await db.close();
  }
  const [first, second] = prepared;
  // The first installation's application can connect to the second's database but can't read its rows.
  const crossed = new URL(first?.addresses.login.app.reveal() ?? '');
  crossed.pathname = `/${second?.name}`;
  const client = new pg.Client({ connectionString: crossed.href });
  await client.connect();
  await expect(client.query('select * from users')).rejects.toThrow(/permission denied/);
  await client.end();
});
