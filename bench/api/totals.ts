import { leadsOf, populationOf } from '../seed/shape.ts';
import { requestText } from './call.ts';
import type { World } from './world.ts';

/** The true totals, counted by plain SQL before measuring: answers are compared with these. */
export type Totals = ReadonlyMap<number, number>;

export async function countTotals({ client, large, smalls }: World): Promise<Totals> {
  const { rows } = await client.query<{ workspace_id: string; total: string }>(
    'select workspace_id, count(*) as total from leads where workspace_id = any($1) group by 1',
    [[large, ...smalls].map(({ workspace }) => workspace)],
  );
  return new Map(rows.map((row) => [Number(row.workspace_id), Number(row.total)]));
}

/**
 * Takes away what was created beside the seeded leads and brings back what was deleted, here or by a run that was stopped: the
 * next run finds the same data. Created leads go by SQL, which keeps the counters right.
 */
export async function tidyUp({ client, shape, load, port }: World): Promise<void> {
  const last = leadsOf(shape);
  // By an index of each workspace in turn; left alone, the planner reads the whole table.
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
  // As autovacuum would within a minute, by the settings of these tables; so every figure begins alike, wherever it runs.
  await client.query('vacuum lead_count_deltas, lead_counts, lead_blocks');
}
