import { expect, test } from 'vitest';
import { createLead, findLeadId } from '../../../src/core/leads/index.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { buildWorkspace, changingLeads } from '../../harness/builders.ts';
import { eventually } from '../../harness/eventually.ts';
import { silent } from '../../harness/scratch-database.ts';
import { testContext, useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const lookups = 20;

test('looks up a lead by email address with the email index, even if the plan was made for an empty table', async () => {
  const { context, addresses, asAdministrator } = database.current;
  const { id } = await buildWorkspace(context);
  // Workers use generic plans. With one connection, the plan of the first lookup is used for all of them.
  const db = openDatabase(addresses, {
    applicationName: 'hark-test',
    poolSize: 1,
    logger: silent,
    lookupsOnly: true,
  });
  for (let number = 1; number <= lookups; number++) {
    const email = `lead${number}@acme.test`;
    await changingLeads(testContext(db), id, async (change) => {
      expect(await findLeadId(change, { email })).toBeUndefined();
      await createLead(change, { email });
    });
  }
  // PostgreSQL publishes the statistics of a connection when it ends.
  await db.close();
  const used = await eventually(async () => {
    const { rows } = await asAdministrator((client) =>
      client.query<{ index: string; scans: number }>(
        `select indexrelname as index, idx_scan::int as scans from pg_stat_user_indexes
         where relname = 'leads' and idx_scan > 0`,
      ),
    );
    return rows.length > 0 && rows;
  });
  expect(used).toEqual([{ index: 'leads_email', scans: lookups }]);
});
