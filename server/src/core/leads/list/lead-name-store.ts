import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId, UserId, WorkspaceId } from '../../../lib/ids.ts';
import type { Filter } from './filter.ts';
import { filterCondition } from './filter-store.ts';
import type { LeadQuery } from './lead-list-store.ts';
import { candidateIds } from './search-store.ts';

/** Returns the stored form of these leads, or only of those that `owner` owns. */
export function selectLeadWires(
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId | null,
  leads: readonly LeadId[],
): Promise<{ id: LeadId; wire: string }[]> {
  return transaction.query(sql`
    select l.id, l.wire from leads l
    where l.workspace_id = ${workspace} and l.id = any(${leads}::bigint[])
      ${owner === null ? sql`` : sql`and l.owner_id = ${owner}`}`);
}

/** Returns IDs of leads that match a text search. Returns none if no index can narrow the search. */
export async function selectMatchingIds(
  transaction: Transaction,
  {
    workspace,
    owner,
    filter,
    most,
  }: Pick<LeadQuery, 'workspace' | 'owner'> & { filter: Filter; most: number },
): Promise<LeadId[]> {
  const ids = candidateIds(filter);
  if (!ids) return [];
  const rows = await transaction.query<{ id: LeadId }>(sql`
    with candidates as materialized (select ${ids} as ids)
    select l.id from leads l
    where l.workspace_id = ${workspace} and l.id = any((select ids from candidates)::bigint[])
      ${owner === null ? sql`` : sql`and l.owner_id = ${owner}`} and ${filterCondition(filter, workspace)}
    order by l.id desc limit ${most}`);
  return rows.map(({ id }) => id);
}
