import type { Context } from '../../src/core/context/index.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { DatabaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { type RunningHark, startServing } from './hark-process.ts';
import {
  addressOf,
  asAdministrator,
  copyTemplateWithRoles,
  createScratchDatabase,
  dropDatabase,
  silent,
  testKey,
} from './scratch-database.ts';
import { testContext } from './test-database.ts';

/** A new database, and the `serve` processes that a test starts on it. */
export interface ServedDatabase {
  readonly context: Context;
  readonly addresses: DatabaseAddresses;
  /** The settings with which commands reach the database. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a statement as the server's administrator, without row-level security. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Starts a `serve` and waits until it is connected to the database. */
  serve(more?: Readonly<Record<string, string>>): Promise<RunningHark>;
  /** Stops the processes and drops the database. */
  remove(): Promise<void>;
}

/** @param name unique among the tests that run at the same time, on this machine */
export async function startServedDatabase(name: string): Promise<ServedDatabase> {
  const database = `hark_test_${process.pid}_${name}`;
  await copyTemplateWithRoles(database);
  // No migration is left, so this only grants the roles what they need.
  const addresses = await createScratchDatabase(database);
  const db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 4, logger: silent });
  const env = { DATABASE_URL: addressOf(database).reveal(), SECRET_KEY: testKey.reveal() };
  const started: RunningHark[] = [];
  return {
    context: testContext(db),
    addresses,
    env,
    query: (text, values) =>
      asAdministrator(async (client) => (await client.query(text, values)).rows, addressOf(database)),
    async serve(more = {}) {
      const hark = await startServing({ ...env, ...more });
      started.push(hark);
      return hark;
    },
    async remove() {
      await Promise.all(started.map((hark) => hark.remove()));
      await db.close();
      await dropDatabase(database, { roles: true });
    },
  };
}
