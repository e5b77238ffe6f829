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
  await ask("insert into workspaces (id, name, base_url, host) values (1, 'A', 'http://a', 'a')");
}, 60_000);
afterAll(() => dropDatabase(database, { roles: true }));

const ask = (text: string, values: unknown[] = []) =>
  asAdministrator(async (client) => (await client.query(text, values)).rows, addresses.owner);

/** Migrates to what is known and one file more; what worked is known from then on. */
async function migrateWith(text: string): Promise<void> {
  const number = known.length + 1;
  const more = { number, name: `${number}_more.concurrently.sql`, text, checksum: text };
  await migrate(addresses, testKey, silent, [...known, more]);
  known.push(more);
}

const validity = async (index: string): Promise<boolean | undefined> =>
  (await ask('select indisvalid from pg_index where indexrelid = to_regclass($1)', [index]))[0]?.indisvalid;

const write = "insert into attempts (workspace_id, subject, at) values (1, '\\x00', now())";

/** Somebody who has written and does not end. */
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

/** Who makes an index and waits for somebody. */
const waiting = () =>
  eventually(async () => {
    const found = await ask(
      "select pid from pg_stat_activity where datname = $1 and query like 'create index concurrently%' and wait_event_type = 'Lock'",
      [database],
    );
    return found.length > 0 && (found[0].pid as number);
  });

describe('an index on a table in use', () => {
  test('waits for who writes, and lets everybody else write meanwhile', async () => {
    await withOpenWriter(async (writer) => {
      let isOver = false;
      const migrating = migrateWith('create index concurrently beside on attempts (at, id)').finally(() => {
        isOver = true;
      });
      await waiting();
      // Whoever is locked out waits until the writer ends, which is never.
      for (let count = 0; count < 20; count++) await ask(`set statement_timeout = '5s'; ${write}`);
      expect([isOver, await validity('beside')]).toEqual([false, false]);
      await writer.query('commit');
      await migrating;
    });
    expect(await validity('beside')).toBe(true);
  });

  test('broken off, it is made again by the next migration', async () => {
    const text = 'create index concurrently broken_off on attempts (subject, id)';
    await withOpenWriter(async () => {
      const migrating = expect(migrateWith(text)).rejects.toThrow(/failed and is gone on with the next time/);
      await ask('select pg_terminate_backend($1)', [await waiting()]);
      await migrating;
    });
    expect(await validity('broken_off')).toBe(false);
    await migrateWith(text);
    expect(await validity('broken_off')).toBe(true);
  });

  test('of a table in partitions: each has it, those that come later too; broken off, it goes on', async () => {
    const text = 'create index concurrently of_parts on runs (workspace_id, depth) where depth > 5';
    await ask(`create index of_parts on only runs (workspace_id, depth) where depth > 5`);
    await migrateWith(text);
    await ask('select make_run_partitions(9)');
    const parts = await ask(
      `select count(*)::int as parts, count(*) filter (where exists (
         select from pg_inherits a join pg_index x on x.indexrelid = a.inhrelid
         where a.inhparent = 'of_parts'::regclass and x.indrelid = p.inhrelid))::int as indexed
       from pg_inherits p where p.inhparent = 'runs'::regclass`,
    );
    expect(parts[0].parts).toBeGreaterThan(9);
    expect(parts[0].indexed).toBe(parts[0].parts);
    expect(await validity('of_parts')).toBe(true);
  });

  test('anything else in such a file is refused, and nothing of it is done', async () => {
    const text = 'create index concurrently first on attempts (at);\n-- More.\ndrop table attempts;';
    await expect(migrateWith(text)).rejects.toThrow(
      /_more.concurrently.sql may only hold "create index concurrently NAME on TABLE …"/,
    );
    expect(await validity('first')).toBeUndefined();
  });
});

describe('the files that are shipped', () => {
  /** Those before were never run on anybody's data. */
  const later = known.slice(18);

  test.each(later.map(({ name, text }) => [name, text]))(
    '%s locks no table that may be large for long',
    (name, text) => {
      const isNew = (table: string) => new RegExp(`create table ${table} `).test(text);
      if (!name.endsWith('.concurrently.sql'))
        for (const [, table = ''] of text.matchAll(/create (?:unique )?index \w+ on (\w+)/g))
          expect(isNew(table), `${table}: put it into a file of its own`).toBe(true);
      for (const [statement, table = ''] of text.matchAll(/alter table (\w+)[^;]*/g))
        if (/runs|run_steps|leads|lead_history|audit_entries|refused_requests/.test(table))
          expect(statement, 'every row is read under a lock').not.toMatch(/check \((?!.*not valid)/s);
    },
  );
});
