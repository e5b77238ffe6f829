// Indexes on tables in use (docs/design/migrations.md).
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabaseIfMissing, migrate } from '../../src/db/migrations/migrate.ts';
import { readMigrations } from '../../src/db/migrations/migrations.ts';
import { type DatabaseAddresses, databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { eventually } from '../harness/eventually.ts';
import { addressOf, asAdministrator, dropDatabase, silent, testKey } from '../harness/scratch-database.ts';

const database = `hark_index_${process.pid}`;
let addresses: DatabaseAddresses;
const known = readMigrations();

beforeAll(async () => {
  addresses = databaseAddresses(addressOf(database), testKey);
  await createDatabaseIfMissing(addresses.owner);
  await migrate(addresses, testKey, silent);
  await run("insert into workspaces (id, name, base_url, host) values (1, 'A', 'http://a', 'a')");
});
afterAll(() => dropDatabase(database, { roles: true }));

const run = (text: string, values: unknown[] = []) =>
  asAdministrator(async (client) => (await client.query(text, values)).rows, addresses.owner);

/** Migrates with the known files and one more. If that file succeeds, it is added to the known files. */
async function migrateWith(text: string): Promise<void> {
  const number = known.length + 1;
  const more = { number, name: `${number}_more.concurrently.sql`, text, checksum: text };
  await migrate(addresses, testKey, silent, [...known, more]);
  known.push(more);
}

const validity = async (index: string): Promise<boolean | undefined> =>
  (await run('select indisvalid from pg_index where indexrelid = to_regclass($1)', [index]))[0]?.indisvalid;

const write = "insert into attempts (workspace_id, subject, at) values (1, '\\x00', now())";

/** Runs `work` while a writer's transaction stays open. */
async function withOpenWriter(work: (writer: pg.Client) => Promise<void>): Promise<void> {
  const writer = new pg.Client({ connectionString: addresses.owner.reveal() });
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query(write);
    await work(writer);
  } finally {
    await writer.end();
  }
}

/** Returns the process ID of the backend that is creating an index and waiting for a lock. */
const waiting = () =>
  eventually(async () => {
    const found = await run(
      "select pid from pg_stat_activity where datname = $1 and query like 'create index concurrently%' and wait_event_type = 'Lock'",
      [database],
    );
    return found.length > 0 && (found[0].pid as number);
  });

describe('an index on a table in use', () => {
  test("waits for open writers and doesn't block new ones", async () => {
    await withOpenWriter(async (writer) => {
      let isOver = false;
      const migrating = migrateWith('create index concurrently beside on attempts (at, id)').finally(() => {
        isOver = true;
      });
      await waiting();
      // A blocked insert would wait for the open writer, which never finishes, and time out.
      for (let count = 0; count < 20; count++) await run(`set statement_timeout = '5s'; ${write}`);
      expect([isOver, await validity('beside')]).toEqual([false, false]);
      await writer.query('commit');
      await migrating;
    });
    expect(await validity('beside')).toBe(true);
  });

  test('is built again by the next migration if the build was interrupted', async () => {
    const text = 'create index concurrently broken_off on attempts (subject, id)';
    await withOpenWriter(async () => {
      const migrating = expect(migrateWith(text)).rejects.toThrow(
        /failed and will resume the next time you migrate/,
      );
      await run('select pg_terminate_backend($1)', [await waiting()]);
      await migrating;
    });
    expect(await validity('broken_off')).toBe(false);
    await migrateWith(text);
    expect(await validity('broken_off')).toBe(true);
  });

  test('is created on every partition of a partitioned table, existing and future, and an interrupted build resumes', async () => {
    const text = 'create index concurrently of_parts on runs (workspace_id, depth) where depth > 5';
    await run(`create index of_parts on only runs (workspace_id, depth) where depth > 5`);
    await migrateWith(text);
    await run('select make_run_partitions(9)');
    const parts = await run(
      `select count(*)::int as parts, count(*) filter (where exists (
         select from pg_inherits a join pg_index x on x.indexrelid = a.inhrelid
         where a.inhparent = 'of_parts'::regclass and x.indrelid = p.inhrelid))::int as indexed
       from pg_inherits p where p.inhparent = 'runs'::regclass`,
    );
    expect(parts[0].parts).toBeGreaterThan(9);
    expect(parts[0].indexed).toBe(parts[0].parts);
    expect(await validity('of_parts')).toBe(true);
  });

  test('is rejected if its file contains any other statement, and nothing is executed', async () => {
    const text = 'create index concurrently first on attempts (at);\n-- More.\ndrop table attempts;';
    await expect(migrateWith(text)).rejects.toThrow(
      /_more.concurrently.sql may contain only "create index concurrently NAME on TABLE …"/,
    );
    expect(await validity('first')).toBeUndefined();
  });
});
