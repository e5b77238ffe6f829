// Going back one version: the version before runs on a newer schema (docs/design/migrations.md).
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { version } from '../../src/config.ts';
import { checkInstallation, newerVersionOf } from '../../src/core/installation/index.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { createDatabaseIfMissing, migrate } from '../../src/db/migrations/migrate.ts';
import { readMigrations } from '../../src/db/migrations/migrations.ts';
import { requireOwnSchema } from '../../src/db/migrations/require-own-schema.ts';
import { openOwner } from '../../src/db/owner-database.ts';
import { type DatabaseAddresses, databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { readWalls } from '../../src/db/tenancy/row-security.ts';
import { addressOf, asAdministrator, dropDatabase, silent, testKey } from '../harness/scratch-database.ts';

const created: string[] = [];
afterAll(async () => {
  for (const name of created) await dropDatabase(name, { roles: true });
});

const known = readMigrations();
const number = known.length + 1;
const table = 'create table notes (workspace_id bigint not null, id bigint, primary key (workspace_id, id))';

/** Creates a database, and migrates it with one more migration than this version knows. */
async function prepare(text?: string): Promise<DatabaseAddresses> {
  const name = `hark_newer_${process.pid}_${randomBytes(3).toString('hex')}`;
  created.push(name);
  const addresses = databaseAddresses(addressOf(name), testKey);
  await createDatabaseIfMissing(addresses.owner);
  const more = text === undefined ? [] : [{ number, name: `${number}.sql`, text, checksum: text }];
  await migrate(addresses, testKey, silent, [...known, ...more]);
  return addresses;
}

async function withDatabase<T>(addresses: DatabaseAddresses, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 2, logger: silent });
  return work(db).finally(() => db.close());
}

describe('the version before', () => {
  test('leaves a newer schema, its policies and its grants unchanged, and names the newer version', async () => {
    const addresses = await prepare(table);
    const { app } = addresses.roleNames;
    const walls = () =>
      asAdministrator(async (client) => {
        const found = await readWalls(client, addresses.roleNames);
        return found.map((fact) => `${fact.kind} ${fact.table} ${fact.says}`).toSorted();
      }, addresses.owner);
    await asAdministrator((client) => client.query(`grant select on notes to ${app}`), addresses.owner);
    const before = await walls();
    expect(await migrate(addresses, testKey, silent)).toBe(version);
    expect(await walls()).toEqual(before);
    expect(before).toContain(`grant notes select to ${app}`);
  });

  test('starts on a newer schema that only adds things', async () => {
    const addresses = await prepare(table);
    await withDatabase(addresses, async (db) => {
      expect((await checkInstallation(db, { addresses, secretKey: testKey })).number).toBe(1);
      expect(await newerVersionOf(db)).toBe(version);
    });
  });

  test('rejects a schema that needs a newer version, says which one to start, and changes nothing', async () => {
    const addresses = await prepare(`-- needs: ${String(number).padStart(4, '0')}\n${table}`);
    const refused = new RegExp(`Start Hark ${version} or newer; nothing was changed`);
    await expect(migrate(addresses, testKey, silent)).rejects.toThrow(refused);
    await withDatabase(addresses, (db) =>
      expect(checkInstallation(db, { addresses, secretKey: testKey })).rejects.toThrow(refused),
    );
  });

  test('rejects operations that have to know every table', async () => {
    const owner = openOwner(await prepare(table), silent);
    await expect(owner.run(requireOwnSchema)).rejects.toThrow(/Repeat this with Hark .*nothing was changed/);
    await owner.close();
  });
});

test('migrating adds what the first versions did not record about migrations', async () => {
  const addresses = await prepare();
  const drop = 'alter table schema_migrations drop column version, drop column runs_from';
  await asAdministrator((client) => client.query(drop), addresses.owner);
  expect(await withDatabase(addresses, newerVersionOf)).toBeUndefined();
  await migrate(addresses, testKey, silent);
  const { rows } = await asAdministrator(
    (client) => client.query('select distinct version, runs_from from schema_migrations'),
    addresses.owner,
  );
  expect(rows).toEqual([{ version: null, runs_from: 0 }]);
});
