import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { Context } from '../../src/core/context/index.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type DatabaseAddresses, databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { openUpkeep, type UpkeepDatabase } from '../../src/db/upkeep-database.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { addressOf, asAdministrator, dropDatabase, silent, testKey } from './scratch-database.ts';

/** The database of one test file. */
export interface TestDatabase {
  readonly name: string;
  readonly addresses: DatabaseAddresses;
  readonly db: Database;
  readonly context: Context;
  /** Opened when a test first uses it. */
  readonly upkeep: UpkeepDatabase;
  /** Runs statements as the administrator, without row-level security. */
  asAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Runs one statement as the administrator. @returns its rows */
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its own rows
  query<Row extends pg.QueryResultRow = any>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Copies the migrated template, with the template's roles, within milliseconds. */
export async function copyTemplate(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const template = process.env.TEMPLATE_DATABASE ?? '';
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await asAdministrator((client) =>
    client.query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`),
  );
  const addresses = moveTo(name, databaseAddresses(addressOf(template), testKey));
  const db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 10, logger: silent });
  let upkeep: UpkeepDatabase | undefined;
  return {
    name,
    addresses,
    db,
    context: testContext(db),
    get upkeep() {
      upkeep ??= openUpkeep(addresses, silent);
      return upkeep;
    },
    asAdministrator: (work) => asAdministrator(work, addresses.owner),
    query: (text, values) =>
      asAdministrator(
        async (client) => (await client.query(text, [...(values ?? [])])).rows,
        addresses.owner,
      ),
    async drop() {
      await db.close();
      await upkeep?.close();
      await dropDatabase(name);
    },
  };
}

function moveTo(database: string, addresses: DatabaseAddresses): DatabaseAddresses {
  const move = (address: Secret) => {
    const url = new URL(address.reveal());
    url.pathname = `/${database}`;
    return new Secret(url.href);
  };
  const { app, ingest, dispatch, upkeep } = addresses.login;
  const login = { app: move(app), ingest: move(ingest), dispatch: move(dispatch), upkeep: move(upkeep) };
  return { ...addresses, owner: move(addresses.owner), login, direct: { login } };
}

/** The context for use cases in tests. */
export const testContext = (db: Database): Context => ({
  db,
  clock: systemClock,
  key: { number: 1, secret: testKey },
});

/** Creates a database for a test file, before its first test, and drops it after the last. */
export function useTestDatabase(): { readonly current: TestDatabase } {
  let database: Awaited<ReturnType<typeof copyTemplate>> | undefined;
  beforeAll(async () => {
    database = await copyTemplate();
  });
  afterAll(() => database?.drop());
  return {
    get current() {
      if (!database) throw new Error('the database exists only while tests run');
      return database;
    },
  };
}
