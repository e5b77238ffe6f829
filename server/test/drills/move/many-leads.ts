import type { Secret } from '../../../src/lib/crypto/secret.ts';
import type { StoredLead } from '../../chaos/ledger.ts';
import { asAdministrator } from '../../harness/scratch-database.ts';

/** Leads of runs have the effect of their request as their company or email address. */
export const isDrillLead = ({ effect }: StoredLead): boolean => /^[0-9a-f]{20}$/.test(effect);

export const manyCompany = 'One of many';

/** Copies the first lead with its history, so that there are this many more leads. */
export const addManyLeads = (database: Secret, count: number): Promise<void> =>
  asAdministrator(async (client) => {
    await client.query('begin');
    await client.query(
      `insert into leads select (jsonb_populate_record(l, jsonb_build_object('id', l.id + n, 'email_key', null))).*
       from leads l, generate_series(1, $1) n where l.company_key = lower($2)`,
      [count, manyCompany],
    );
    await client.query(
      `insert into lead_history overriding system value
       select (jsonb_populate_record(h, jsonb_build_object('id', h.id + n, 'lead_id', h.lead_id + n))).*
       from lead_history h join leads l on l.workspace_id = h.workspace_id and l.id = h.lead_id, generate_series(1, $1) n
       where l.company_key = lower($2) and l.id = (select min(id) from leads)`,
      [count, manyCompany],
    );
    for (const table of ['leads', 'lead_history'])
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
      );
    await client.query('commit; analyze leads; analyze lead_history');
  }, database);

export const countRuns = (database: Secret): Promise<number> =>
  asAdministrator(async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from runs');
    return rows[0]?.count ?? 0;
  }, database);
