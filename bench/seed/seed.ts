// Creates the data for the growth figures: one large workspace and many small ones, in a database that later
// runs reuse.

import { createDatabaseIfMissing, migrate } from '../../server/src/db/migrations/migrate.ts';
import { databaseAddresses } from '../../server/src/db/tenancy/addresses.ts';
import {
  type Administrator,
  addressOf,
  asAdministrator,
  silent,
  testKey,
} from '../../server/test/harness/scratch-database.ts';
import { seededTables } from './copy-rows.ts';
import { dropIndexes, makeIndexes } from './indexes.ts';
import { loadLeads } from './load-leads.ts';
import { makeAccounts } from './make-accounts.ts';
import { openNotebook } from './notebook.ts';
import type { SeedShape } from './shape.ts';

/**
 * Creates the data or resumes interrupted seeding. If seeding is finished, it only migrates the database to
 * this version.
 */
export async function seed(name: string, shape: SeedShape, progress: (line: string) => void): Promise<void> {
  const addresses = databaseAddresses(addressOf(name), testKey);
  await createDatabaseIfMissing(addresses.owner);
  await migrate(addresses, testKey, silent);
  await asAdministrator(async (client) => {
    const notebook = await openNotebook(client);
    const steps: [string, () => Promise<void>][] = [
      ['accounts', () => makeAccounts(client, shape)],
      ['indexes dropped', () => dropIndexes(client, seededTables)],
      ['leads', () => loadLeads(addresses.owner, shape, notebook, progress)],
      ['indexes made', () => makeIndexes(client, progress)],
      ['vacuumed', () => vacuum(client)],
      ['counted', () => count(client)],
      ['finished', () => vacuum(client)],
    ];
    for (const [step, work] of steps) {
      if (await notebook.has(step)) continue;
      progress(`${step} …`);
      await work();
      await notebook.note(step);
    }
  }, addresses.owner);
}

const vacuum = async (client: Administrator): Promise<void> => {
  await client.query('vacuum analyze');
};

/** Sets the lead counts as upkeep would, and moves the sequences past the last IDs. */
async function count(client: Administrator): Promise<void> {
  await client.query(`
    begin;
    delete from lead_counts;
    delete from lead_blocks;
    insert into lead_counts (workspace_id, owner_id, count)
      select workspace_id, coalesce(owner_id, 0), count(*) from leads group by 1, 2;
    insert into lead_counts (workspace_id, owner_id, count)
      select workspace_id, -1, sum(count) from lead_counts group by 1;
    insert into lead_blocks (workspace_id, block, count)
      select workspace_id, id / 4096, count(*) from leads group by 1, 2;
    select setval(pg_get_serial_sequence('leads', 'id'), (select max(id) from leads)),
           setval(pg_get_serial_sequence('lead_history', 'id'), (select max(id) from lead_history));
    commit`);
}
