// Checks which statements a connection keeps prepared.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFieldSet } from '../../src/core/lead-fields/index.ts';
import { readFilter } from '../../src/core/leads/list/filter.ts';
import { selectPage } from '../../src/core/leads/list/lead-list-store.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { sql } from '../../src/db/driver/sql.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { silent } from '../harness/scratch-database.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
let db: Database;
beforeAll(() => {
  // Uses a single connection, so its prepared statements can be listed.
  db = openDatabase(database.current.addresses, {
    applicationName: 'hark-test',
    poolSize: 1,
    logger: silent,
  });
});
afterAll(() => db.close());

const prepared = async () =>
  (await db.readDirectory<{ statement: string }>(sql`select statement from pg_prepared_statements`)).map(
    ({ statement }) => statement,
  );

test('searches of any kind leave no prepared statement behind, and fixed statements are still prepared', async () => {
  const { id } = await buildWorkspace(database.current.context);
  const aliases = ['first_name', 'last_name', 'city', 'company', 'country', 'source', 'status', 'state'];
  const list = (chosen: readonly string[]) =>
    db.read(id, async (transaction) => {
      const fields = await readFieldSet(transaction, id);
      const filters = chosen.map((alias) => ({ alias, operator: 'neq', value: 'x' }));
      const filter = readFilter(filters, 'all', fields.byAlias);
      const field = fields.byAlias.get('id');
      if (!field) throw new Error('every lead has an id');
      const order = { field, isDescending: false };
      const page = { limit: 30, start: 0 };
      return selectPage(transaction, { workspace: id, owner: null, filter, order, page }, fields);
    });

  await list(['city']);
  const before = (await prepared()).length;
  for (let shape = 1; shape < 2 ** aliases.length; shape++)
    await list(aliases.filter((_, bit) => shape & (1 << bit)));
  expect((await prepared()).length).toBe(before);

  // A statement that the code composes and that this process has not used before.
  const part = sql`select 1 as one`;
  await db.readDirectory(sql`select one, 'composed' as how from (${part}) parts`);
  expect(await prepared()).toContainEqual("select one, 'composed' as how from (select 1 as one) parts");
});
