// Indexed `contains` and `ends_with` searches find exactly what a full scan finds (spec/rest-api §6.4).
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { readFieldSet } from '../../../src/core/lead-fields/index.ts';
import { readFilter } from '../../../src/core/leads/list/filter.ts';
import { selectPage } from '../../../src/core/leads/list/lead-list-store.ts';
import { textKey } from '../../../src/core/leads/record/lead-keys.ts';
import { createPool } from '../../../src/db/driver/pool.ts';
import { type Statement, sql } from '../../../src/db/driver/sql.ts';
import { inTransaction, type Transaction } from '../../../src/db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../../src/lib/ids.ts';
import { buildWorkspace } from '../../harness/builders.ts';
import { eventually } from '../../harness/eventually.ts';
import { silent } from '../../harness/scratch-database.ts';
import { isFullRun, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { type ModelLead, randomFilter, randomLeads } from './lead-search-model.ts';

const database = useTestDatabase();
let mine: WorkspaceId;
let other: WorkspaceId;
let leads: readonly ModelLead[];
const random = seededRandom(seedOfRun);
const owner = 1 as UserId;

/**
 * Inserts many leads quickly, bypassing the product, with the same search keys that the product would write.
 */
async function insertLeads(workspace: WorkspaceId, list: readonly ModelLead[]): Promise<void> {
  const keys = (of: (lead: ModelLead) => string | null) =>
    list.map((lead) => {
      const text = of(lead);
      return text === null ? null : textKey(text);
    });
  await database.current.query(
    `insert into leads (workspace_id, id, owner_id, date_added, date_modified, field_set, first_name_key, last_name_key,
                          company_key, email_key, city_key, wire)
       select $1, id, owner_id, now(), now(), 1, first, last, company, email, city, '"x":1}'
       from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         as l(id, owner_id, first, last, company, email, city)`,
    [
      workspace,
      list.map(({ id }) => id),
      list.map((lead) => lead.owner),
      keys((lead) => lead.first_name),
      keys((lead) => lead.last_name),
      keys((lead) => lead.company),
      keys((lead) => lead.email),
      keys((lead) => lead.city),
    ],
  );
}

beforeAll(async () => {
  mine = (await buildWorkspace(database.current.context)).id;
  other = (await buildWorkspace(database.current.context)).id;
  leads = randomLeads(random, 11_000);
  await insertLeads(mine, leads);
  await insertLeads(other, leads.slice(0, 200));
});

/** Returns the IDs and the total that the product returns, on one page. */
async function listed(transaction: Transaction, filters: unknown, match: string, ownerFilter: UserId | null) {
  const fields = await readFieldSet(transaction, mine);
  const field = fields.byAlias.get('id');
  if (!field) throw new Error('id field missing');
  const query = {
    workspace: mine,
    owner: ownerFilter,
    filter: readFilter(filters, match, fields.byAlias),
    order: { field, isDescending: false },
    page: { start: 0, limit: 20_000 },
  };
  const page = await selectPage(transaction, query, fields);
  return {
    total: page.total,
    ids: [...page.leads.matchAll(/\{"id":(\d+),/g)].map(([, id]) => Number(id)),
  };
}

const search = (filters: unknown, match = 'all', ownerFilter: UserId | null = null) =>
  database.current.db.read(mine, (transaction) => listed(transaction, filters, match, ownerFilter));

describe('a substring search', () => {
  test(`finds the same leads as a full scan, in groups and among the user's own leads (seed ${seedOfRun})`, async () => {
    let found = 0;
    for (let round = 0; round < (isFullRun ? 2_000 : 50); round++) {
      const { filters, match, matches } = randomFilter(random, leads);
      const ownerFilter = random.chance(30) ? owner : null;
      const expected = leads
        .filter((lead) => (ownerFilter === null || lead.owner === ownerFilter) && matches(lead))
        .map(({ id }) => id);
      const details = JSON.stringify({ filters, match, ownerFilter });
      expect(await search(filters, match, ownerFilter), details).toEqual({
        total: expected.length,
        ids: expected,
      });
      if (expected.length > 0) found++;
    }
    // Searches without matches would prove nothing.
    expect(found).toBeGreaterThan(10);
  }, 600_000);

  test('scans every lead if there are more than 10,000 candidates, alone or combined with a rarer search term', async () => {
    const common = { alias: 'company', operator: 'contains', value: 'COMMON' };
    const [rare] = leads.filter(({ last_name }) => (last_name?.length ?? 0) > 5);
    expect((await search([common])).total).toBe(leads.length);
    const both = [common, { alias: 'last_name', operator: 'contains', value: rare?.last_name }];
    expect((await search(both)).ids).toContain(rare?.id);
    expect((await search(both, 'any')).total).toBe(leads.length);
  });

  test.each([
    ['50%abc', '50xabc'],
    ['a_bcd', 'axbcd'],
    ['c:\\temp', 'c:temp'],
    ['\\%abc', '%abc'],
    ['abc\\', 'abc'],
  ])('treats %s literally', async (text, decoy) => {
    const lead = { owner, first_name: null, company: null, email: null, city: null };
    const [id, other] = [900_003, 900_004];
    await insertLeads(mine, [
      { ...lead, id, last_name: `Quetzal ${text}` },
      { ...lead, id: other, last_name: `Quetzal ${decoy}` },
    ]);
    for (const operator of ['contains', 'ends_with']) {
      const filter = { alias: 'last_name', operator, value: `Quetzal ${text}` };
      expect((await search([filter])).ids).toEqual([id]);
    }
    await database.current.query('delete from leads where workspace_id = $1 and id >= $2', [mine, id]);
  });

  test('finds a value of more than 2,000 bytes by a part near its start and by the whole value', async () => {
    const long = 'Три漢字テキスト'.repeat(90);
    await insertLeads(mine, [
      { id: 900_001, owner, first_name: long, last_name: null, company: null, email: null, city: null },
    ]);
    const by = async (value: string) =>
      (await search([{ alias: 'first_name', operator: 'contains', value }])).ids;
    expect(await by('РИ漢字')).toEqual([900_001]);
    expect(await by(long)).toEqual([900_001]);
    expect(await by(`${long}!`)).toEqual([]);
    await database.current.query('delete from leads where workspace_id = $1 and id = 900001', [mine]);
  });

  test('uses the index, then reads the matching leads by id', async () => {
    const { addresses } = database.current;
    const plans: string[] = [];
    const pool = createPool(addresses.owner, 'hark-explain', 1, silent);
    pool.on('connect', (client) => client.on('notice', ({ message }) => plans.push(message ?? '')));
    try {
      // Applies to the whole session: the pool has one connection.
      await pool.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0;
        set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
        set client_min_messages = log; set role ${addresses.roleNames.app}; set hark.workspace = '${mine}'`);
      await inTransaction(pool, [], (transaction) =>
        listed(
          transaction,
          // A fixed value, because not every random value contains a trigram.
          [{ alias: 'last_name', operator: 'contains', value: 'nderso' }],
          'all',
          null,
        ),
      );
    } finally {
      await pool.end();
    }
    const nested = plans.find((plan) => plan.includes('public.leads')) ?? '';
    expect(nested).toContain('Bitmap Index Scan on leads_search');
    const outer = plans.find((plan) => plan.includes('leads_like') && plan !== nested) ?? '';
    expect(outer).toMatch(/id = ANY \(/);
    const walked = [...outer.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
    expect(Math.max(0, ...walked)).toBeLessThan(1_000);
  });
});

describe('leads_like', () => {
  const call = (transaction: Transaction, column = 'company_key') =>
    transaction.query<{ id: number }>(
      sql`select id from leads_like(${column}, ${'%common%'}, ${20_000}) as id order by id`,
    );

  test('returns only IDs from the current workspace', async () => {
    const { db } = database.current;
    const rows = await db.read(other, (transaction) => call(transaction));
    expect(rows.map(({ id }) => id)).toEqual(leads.slice(0, 200).map(({ id }) => id));
  });

  test('returns nothing without a workspace, whether the setting is missing or empty', async () => {
    const { addresses } = database.current;
    const pool = createPool(addresses.login.app, 'hark-test', 1, silent);
    const count = async (setting?: Statement) =>
      (await inTransaction(pool, setting ? [setting] : [], (transaction) => call(transaction))).length;
    try {
      expect(await count()).toBe(0);
      expect(await count(sql`select set_config('hark.workspace', ${String(other)}, true)`)).toBe(200);
      expect(await count()).toBe(0);
    } finally {
      await pool.end();
    }
  });

  test('rejects unlisted columns, and every role except the application', async () => {
    const { db, addresses } = database.current;
    await expect(db.read(mine, (transaction) => call(transaction, 'wire; drop table leads'))).rejects.toThrow(
      /not searched by/,
    );
    const pool = createPool(addresses.login.upkeep, 'hark-test', 1, silent);
    const pending = inTransaction(pool, [], (transaction) => call(transaction));
    await expect(pending).rejects.toThrow(/permission denied for function/);
    await pool.end();
  });

  test('uses the snapshot of the calling statement', async () => {
    const { db, asAdministrator } = database.current;
    const late = { id: 900_002, owner, first_name: null, last_name: null, company: 'Common', email: null };
    await asAdministrator(async (client) => {
      await client.query('select pg_advisory_lock(77)');
      const pending = db.read(other, (transaction) =>
        transaction.one<{ count: number }>(sql`
          with waited as materialized (select pg_advisory_xact_lock(77))
          select (select count(*) from leads_like('company_key', '%common%', 20000)) as count from waited`),
      );
      await eventually(async () => expect(await isWaiting(client)).toBe(true));
      await insertLeads(other, [{ ...late, city: null }]);
      await client.query('select pg_advisory_unlock(77)');
      expect((await pending).count).toBe(200);
    });
    expect(await db.read(other, (transaction) => call(transaction))).toHaveLength(201);
  });
});

const isWaiting = async (client: pg.Client) =>
  (
    await client.query(
      `select from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and not l.granted and l.objid = 77 and d.datname = current_database()`,
    )
  ).rows.length > 0;
