import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { CustomTypeName } from './field-types.ts';
import type { LeadField } from './lead-field.ts';

type FieldRow = Pick<
  Tables['lead_fields'],
  'id' | 'alias' | 'label' | 'type' | 'is_unique' | 'is_required' | 'options' | 'since_version'
>;

/** A custom field, and the version in which it was added. */
export type StoredField = LeadField & { readonly since: number };

const toField = (row: FieldRow): StoredField => ({
  alias: row.alias,
  label: row.label,
  type: row.type as CustomTypeName,
  unique: row.is_unique,
  required: row.is_required,
  readOnly: false,
  options: row.options,
  customId: row.id,
  since: row.since_version,
});

/** Returns the custom fields in order of creation. */
export async function selectFields(transaction: Transaction, workspace: WorkspaceId): Promise<StoredField[]> {
  const rows = await transaction.query<FieldRow>(sql`
    select id, alias, label, type, is_unique, is_required, options, since_version from lead_fields
    where workspace_id = ${workspace} order by id`);
  return rows.map(toField);
}

export async function insertField(
  transaction: Transaction,
  workspace: WorkspaceId,
  { alias, label, type, unique, required, options, since }: Omit<StoredField, 'customId' | 'readOnly'>,
): Promise<LeadField> {
  const row = await transaction.one<FieldRow>(sql`
    insert into lead_fields (workspace_id, alias, label, type, is_unique, is_required, options, since_version)
    values (${workspace}, ${alias}, ${label}, ${type}, ${unique}, ${required}, ${options}, ${since})
    returning id, alias, label, type, is_unique, is_required, options, since_version`);
  return toField(row);
}

export async function updateField(
  transaction: Transaction,
  workspace: WorkspaceId,
  { customId, label, required, options }: LeadField,
): Promise<void> {
  await transaction.query(sql`
    update lead_fields set label = ${label}, is_required = ${required}, options = ${options}
    where workspace_id = ${workspace} and id = ${customId}`);
}

/** Gives the set a new version after a change, which invalidates cached sets. */
export async function raiseVersion(transaction: Transaction, workspace: WorkspaceId): Promise<number> {
  const row = await transaction.one<Pick<Tables['workspace_settings'], 'lead_fields_version'>>(sql`
    update workspace_settings set lead_fields_version = lead_fields_version + 1 where workspace_id = ${workspace}
    returning lead_fields_version`);
  return row.lead_fields_version;
}

/** Starts rewriting leads in the background to add a new field (core/leads/retention/rewrite-leads.ts). */
export async function beginRewriting(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  await transaction.query(sql`
    insert into lead_upkeep (workspace_id, rewrite_since) values (${workspace}, now())
    on conflict (workspace_id) do update set rewrite_since = excluded.rewrite_since, rewrite_after = 0`);
}

export async function selectVersion(transaction: Transaction, workspace: WorkspaceId): Promise<number> {
  const row = await transaction.one<Pick<Tables['workspace_settings'], 'lead_fields_version'>>(
    sql`select lead_fields_version from workspace_settings where workspace_id = ${workspace}`,
  );
  return row.lead_fields_version;
}
