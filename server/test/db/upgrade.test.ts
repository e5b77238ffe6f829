// Tests migrations that convert existing data. Each test starts with rows as the previous version wrote them.
import { afterAll, expect, test } from 'vitest';
import { createDatabaseIfMissing, migrate } from '../../src/db/migrations/migrate.ts';
import { readMigrations } from '../../src/db/migrations/migrations.ts';
import { databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { addressOf, asAdministrator, dropDatabase, silent, testKey } from '../harness/scratch-database.ts';

const name = `hark_upgrade_${process.pid}`;
afterAll(() => dropDatabase(name, { roles: true }));

const responses = [
  '{"lead":{"id":11,"first_name":"A \\"lead\\":{\\"id\\":99,"}}',
  '{"results":[{"status":201,"lead":{"id":12,"city":null}},{"status":400,"error":{"code":400,"message":"\\u0000: no"}},{"status":200,"lead":{"id":13,"city":null}},{"status":200,"lead":{"id":12,"city":null}}]}',
  '{"results":[{"status":204}]}',
];

test('an upgrade links stored responses to their leads, indexes email addresses of deleted leads, and schedules leads for rewriting', async () => {
  const addresses = databaseAddresses(addressOf(name), testKey);
  await createDatabaseIfMissing(addresses.owner);
  const before = readMigrations().filter(({ name }) => name < '0008');
  await migrate(addresses, testKey, silent, before);
  const run = (text: string, values: unknown[] = []) =>
    asAdministrator(async (client) => (await client.query(text, values)).rows, addresses.owner);
  await run(
    "insert into workspaces (id, name, base_url, host) values (1, 'A', 'http://a', 'a'), (2, 'B', 'http://b', 'b')",
  );
  await run('insert into workspace_settings (workspace_id, lead_fields_version) values (1, 3), (2, 1)');
  for (const [index, body] of responses.entries()) {
    await run(
      "insert into idempotent_answers values (1, 7, decode(lpad($1, 4, '0'), 'hex'), '', 200, $2, now())",
      [String(index), body],
    );
  }
  const wire = (email: string) => `"email":${email},"owner":\u00017\u0001,"created_by":null}`;
  for (const [id, email] of ['"Lea@Exämple.test"', 'null'].entries()) {
    await run('insert into deleted_leads values (1, $1, null, null, now(), 1, $2, now())', [id, wire(email)]);
  }
  await migrate(addresses, testKey, silent);
  expect(await run('select lead_id::int as id from answered_leads order by 1')).toEqual([
    { id: 11 },
    { id: 12 },
    { id: 13 },
  ]);
  expect(await run('select email_key from deleted_leads order by id')).toEqual([
    { email_key: 'lea@exämple.test' },
    { email_key: null },
  ]);
  expect(await run('select workspace_id::int as id, rewrite_after::int as after from lead_upkeep')).toEqual([
    { id: 1, after: 0 },
  ]);
});
