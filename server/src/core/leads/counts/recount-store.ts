import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { blockOf } from './count-block-store.ts';

/**
 * A wrong count. `id` is a user ID (0 for leads without an owner) or a block number; for the workspace total
 * it is 0.
 */
interface CountDifference {
  readonly of: 'workspace' | 'owner' | 'block';
  readonly id: number;
  readonly counted: number;
  readonly real: number;
}

export interface Recount {
  readonly leads: number;
  readonly differences: readonly CountDifference[];
}

/**
 * If a workspace's counts are wrong, many blocks are usually affected. The first ones are enough to
 * investigate.
 */
const maxDifferences = 20;

export async function selectToRecount(transaction: Transaction, most: number): Promise<WorkspaceId[]> {
  const rows = await transaction.query<{ workspace_id: WorkspaceId }>(sql`
    select s.workspace_id from workspace_settings s left join lead_upkeep u on u.workspace_id = s.workspace_id
    where u.recounted_at is null or u.recounted_at < now() - interval '1 day'
    order by u.recounted_at nulls first limit ${most}`);
  return rows.map((row) => row.workspace_id);
}

/** Claims a workspace's recount. Returns false if another process claimed it first. */
export async function takeRecount(transaction: Transaction, workspace: WorkspaceId): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into lead_upkeep as u (workspace_id, recounted_at) values (${workspace}, now())
    on conflict (workspace_id) do update set recounted_at = excluded.recounted_at
    where u.recounted_at is null or u.recounted_at < now() - interval '1 day'
    returning 1`);
  return rows.length > 0;
}

/** Compares the folded counts plus the open deltas with the leads themselves. */
export function recount(transaction: Transaction, workspace: WorkspaceId): Promise<Recount> {
  return transaction.one(sql`
    with leads_now as materialized (
      select coalesce(owner_id, 0) as owner_id, ${blockOf(sql`id`)}::int as block, count(*) as n
      from leads where workspace_id = ${workspace} group by 1, 2),
    each_count as (
      select case when owner_id = -1 then 'workspace' else 'owner' end as of, greatest(owner_id, 0) as id,
             count as counted, 0 as real
      from lead_counts where workspace_id = ${workspace}
      union all
      select 'block', block, count, 0 from lead_blocks where workspace_id = ${workspace}
      union all
      select of, id, delta, 0
      from lead_count_deltas, lateral (values ('workspace', 0), ('owner', owner_id), ('block', block)) as d(of, id)
      where workspace_id = ${workspace}
      union all
      select of, id, 0, n
      from leads_now, lateral (values ('workspace', 0), ('owner', owner_id), ('block', block)) as d(of, id)),
    differences as (
      select of, id, sum(counted)::bigint as counted, sum(real)::bigint as real from each_count
      group by of, id having sum(counted) <> sum(real)
      order by of = 'workspace' desc, of = 'owner' desc, id limit ${maxDifferences})
    select coalesce((select sum(n) from leads_now), 0)::bigint as leads,
           coalesce((select jsonb_agg(d) from differences d), '[]') as differences`);
}
