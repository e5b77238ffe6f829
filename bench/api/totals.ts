import { leadsOf, populationOf } from '../seed/shape.ts';
import { requestText } from './call.ts';
import type { World } from './setup.ts';

/** The exact totals, counted with plain SQL before the measurement. Responses are compared with them. */
export type Totals = ReadonlyMap<number, number>;

export async function countTotals({ client, large, smalls }: World): Promise<Totals> {
  const { rows } = await client.query<{ workspace_id: string; total: string }>(
    'select workspace_id, count(*) as total from leads where workspace_id = any($1) group by 1',
    [[large, ...smalls].map(({ workspace }) => workspace)],
  );
  return new Map(rows.map((row) => [Number(row.workspace_id), Number(row.total)]));
}

/**
 * Undoes the changes that this run or an interrupted one made to the seeded data, so the next run finds the
 * same data: removes the leads that were created, and restores the leads that were deleted. Created leads are
 * deleted with SQL that keeps the counters correct.
 */
export async function tidyUp({ client, shape, load, port }: World): Promise<void> {
  const last = leadsOf(shape);
  // This uses an index for each workspace; otherwise the planner would read the whole table.
  const beyond = (table: string, column: string) => `ctid = any(array(
    select found.ctid from workspaces w
    cross join lateral (select ctid from ${table} where workspace_id = w.id and ${column} > ${last} offset 0) found))`;
  await client.query(
    `with gone as (delete from leads where ${beyond('leads', 'id')} returning workspace_id, owner_id, id)
     insert into lead_count_deltas (workspace_id, owner_id, block, delta)
     select workspace_id, coalesce(owner_id, 0), id / 4096, -1 from gone`,
  );
  await client.query(`delete from deleted_leads where id > ${last}`);
  await client.query(`delete from lead_history where ${beyond('lead_history', 'lead_id')}`);
  const { rows } = await client.query<{ id: string }>('select id from deleted_leads');
  const calls = rows.map(({ id }) => ({
    port,
    text: requestText(populationOf(shape, Number(id)), 'admin', 'POST', `/leads/${id}/restore`),
    status: 200,
  }));
  await load.run({ type: 'rate', calls, connections: 1, seconds: 600, repeat: false });
  // Autovacuum would do this within a minute. Doing it now means that all measurements start from the same
  // state.
  await client.query('vacuum lead_count_deltas, lead_counts, lead_blocks');
}
