import { sql } from '../../../../db/driver/sql.ts';
import type { Transaction } from '../../../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../../../lib/ids.ts';
import type { LeadField } from '../../../lead-fields/index.ts';
import { orderColumn } from '../filter-store.ts';

/** Returns a lead's sort value as a string; undefined if the lead doesn't exist or has no value. */
export async function selectKey(
  transaction: Transaction,
  workspace: WorkspaceId,
  field: LeadField,
  id: number,
): Promise<string | undefined> {
  const row = await transaction.first<{ key: string | null }>(sql`
    select ${orderColumn(field, workspace)}::text as key from leads l
    where l.workspace_id = ${workspace} and l.id = ${id}`);
  return row?.key ?? undefined;
}
