import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId, WorkspaceId } from '../../../lib/ids.ts';
import type { FieldValue, LeadField } from '../../lead-fields/index.ts';
import { valueKey } from './lead-keys.ts';

type CustomValues = readonly (readonly [LeadField, FieldValue])[];

/**
 * Inserts values, skipping a unique value that another lead has. Returns undefined if all values are empty.
 */
export function insertValues(
  workspace: WorkspaceId,
  made: Statement,
  changed: CustomValues,
): Statement | undefined {
  const rows = changed.flatMap(([field, value]) => {
    const values = value === null ? [] : Array.isArray(value) ? (value as string[]) : [value as string];
    return values.map((one, position) => {
      const { key, number } = valueKey(field, one);
      return { field_id: field.customId, position, key, number, is_unique: field.unique };
    });
  });
  if (rows.length === 0) return undefined;
  return sql`
    insert into lead_values (workspace_id, lead_id, field_id, position, key, number, is_unique)
    select ${workspace}::bigint, lead.id, t.field_id, t.position, t.key, t.number, t.is_unique
    from ${made} lead, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(field_id bigint, position smallint, key text, number double precision, is_unique boolean)
    on conflict (workspace_id, field_id, key) where is_unique do nothing
    returning field_id`;
}

const contested = (changed: CustomValues): LeadField[] =>
  changed.filter(([field, value]) => field.unique && value !== null).map(([field]) => field);

/** Returns whether only the database can determine if these values are free. */
export const mayConflict = (changed: CustomValues): boolean => contested(changed).length > 0;

export const conflictsOf = (changed: CustomValues, put: readonly number[]): LeadField[] =>
  contested(changed).filter(({ customId }) => !put.includes(customId ?? 0));

/** Replaces a lead's values in pipelined statements. @returns the fields whose value another lead has */
export async function replaceValues(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
  changed: CustomValues,
): Promise<LeadField[]> {
  if (changed.length === 0) return [];
  const fieldIds = changed.map(([field]) => field.customId ?? 0);
  const removed = transaction.query(sql`
    delete from lead_values
    where workspace_id = ${workspace} and lead_id = ${id} and field_id = any(${fieldIds}::bigint[])`);
  const values = insertValues(workspace, sql`(select ${id}::bigint as id)`, changed);
  const put = values ? transaction.query<{ field_id: number }>(values) : [];
  const [, rows] = await Promise.all([removed, put]);
  return conflictsOf(
    changed,
    rows.map(({ field_id }) => field_id),
  );
}
