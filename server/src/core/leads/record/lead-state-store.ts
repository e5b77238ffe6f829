import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { LeadId, WorkspaceId } from '../../../lib/ids.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import { fieldsFor } from './lead-store.ts';
import { type Lead, readWire } from './lead-wire.ts';

/** The values of a lead, live or deleted. */
export interface LeadState extends Pick<Lead, 'values'> {
  readonly isDeleted: boolean;
}

/**
 * Returns the leads that are live, or deleted and can still be restored. With `lock`, no other transaction can
 * change the live leads until this one ends.
 */
export async function selectLeadStates(
  transaction: Transaction,
  workspace: WorkspaceId,
  ids: readonly LeadId[],
  fields: FieldSet,
  { lock = false } = {},
): Promise<Map<LeadId, LeadState>> {
  type Row = Pick<Tables['leads'], 'field_set' | 'wire'> & { id: LeadId };
  const live = await transaction.query<Row>(sql`
    select id, field_set, wire from leads
    where workspace_id = ${workspace} and id = any(${ids}::bigint[]) order by id ${lock ? sql`for update` : sql``}`);
  const deleted = await transaction.query<Row>(sql`
    select d.id, d.field_set, d.wire from deleted_leads d
    join workspace_settings s on s.workspace_id = d.workspace_id
    where d.workspace_id = ${workspace} and d.id = any(${ids}::bigint[])
      and d.deleted_at >= now() - make_interval(days => s.restore_days)`);
  const newest = Math.max(0, ...[...live, ...deleted].map(({ field_set }) => field_set));
  const known = await fieldsFor(transaction, workspace, newest, fields);
  const states = (rows: readonly Row[], isDeleted: boolean) =>
    rows.map(({ id, wire }) => [id, { values: readWire(wire, known), isDeleted }] as const);
  return new Map([...states(deleted, true), ...states(live, false)]);
}
