import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { silent } from './scratch-database.ts';
import { startCountingProxy } from './servers/counting-proxy.ts';
import type { TestDatabase } from './test-database.ts';

/** Connects to the test file's database through a proxy that counts round trips. */
export function useCountedDatabase(
  database: { readonly current: TestDatabase },
  { lookupsOnly = false }: { lookupsOnly?: boolean } = {},
) {
  let proxy: Awaited<ReturnType<typeof startCountingProxy>>;
  let counted: Database;
  beforeAll(async () => {
    const address = new URL(database.current.addresses.login.app.reveal());
    proxy = await startCountingProxy({ host: address.hostname, port: Number(address.port || 5432) });
    address.host = `127.0.0.1:${proxy.port}`;
    const login = { ...database.current.addresses.login, app: new Secret(address.href) };
    // Uses one connection, so opening further connections is never counted.
    const options = { applicationName: 'hark-test', poolSize: 1, logger: silent, lookupsOnly };
    counted = openDatabase({ login, isPooled: false }, options);
  });
  afterAll(async () => {
    await counted.close();
    proxy.close();
  });
  return { db: () => counted, count: () => proxy.count() };
}
