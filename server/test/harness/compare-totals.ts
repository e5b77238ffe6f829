import type pg from 'pg';
import { expect } from 'vitest';
import { readFieldSet } from '../../src/core/lead-fields/index.ts';
import { selectPage } from '../../src/core/leads/list/lead-list-store.ts';
import { sql } from '../../src/db/driver/sql.ts';
import { inTransaction, type Transaction } from '../../src/db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../src/lib/ids.ts';
import type { Random } from './seeded-random.ts';

/** Counts leads directly, without the counters. */
export async function countLeads(transaction: Transaction, workspace: WorkspaceId, owner: UserId | null) {
  const mine = owner === null ? sql`` : sql`and owner_id = ${owner}`;
  const { count } = await transaction.one<{ count: number }>(
    sql`select count(*) as count from leads where workspace_id = ${workspace} ${mine}`,
  );
  return count;
}

/** Compares the product's lists with a direct count in one snapshot: all leads, one owner's leads, and deep pages. */
export async function compareInOneSnapshot(
  pool: pg.Pool,
  workspace: WorkspaceId,
  owner: UserId | null,
  random: Random,
) {
  const steady = sql`set transaction isolation level repeatable read`;
  await inTransaction(pool, [steady], async (transaction) => {
    const fields = await readFieldSet(transaction, workspace);
    const field = fields.byAlias.get('id');
    if (!field) throw new Error('no id found');
    const count = await countLeads(transaction, workspace, owner);
    const page = { start: random.pick(count + 2), limit: 5 };
    const query = { workspace, owner, filter: { all: [] }, order: { field, isDescending: false }, page };
    const { total, leads } = await selectPage(transaction, query, fields);
    expect(total).toBe(count);
    const mine = owner === null ? sql`` : sql`and owner_id = ${owner}`;
    const rows = await transaction.query<{ id: number }>(sql`
      select id from leads where workspace_id = ${workspace} ${mine} order by id limit ${page.limit} offset ${page.start}`);
    expect([...leads.matchAll(/\{"id":(\d+),/g)].map(([, id]) => Number(id))).toEqual(
      rows.map(({ id }) => id),
    );
  });
}
