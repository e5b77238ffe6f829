import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import { fault } from '../../../lib/errors.ts';
import type { LeadId, UserId, WorkspaceId } from '../../../lib/ids.ts';
import { eventInsert, type LeadEventType, type NewLeadEvent } from '../../events/index.ts';
import { type HistoryAction, type HistoryNote, historyInsert } from '../../history/index.ts';
import {
  type FieldSet,
  type FieldValue,
  fits,
  type LeadField,
  readFieldSet,
} from '../../lead-fields/index.ts';
import { blockOf, countOut } from '../counts/count-block-store.ts';
import { customChanges } from './lead-changes.ts';
import { textKey, valueKey } from './lead-keys.ts';
import { conflictsOf, insertValues, mayConflict, replaceValues } from './lead-value-store.ts';
import { type Lead, readWire, staleMark, toWireForm, withId } from './lead-wire.ts';

export interface StoredLead extends Lead {
  /** The stored lead in the form that `presentWire` expects. */
  readonly stored: string;
  /** The field set that the lead was read with. */
  readonly fields: FieldSet;
}

export type LeadRow = Pick<
  Tables['leads'],
  'id' | 'owner_id' | 'created_by' | 'modified_by' | 'date_added' | 'date_modified' | 'field_set' | 'wire'
>;

export const toLead = (row: Omit<LeadRow, 'owner_id'>, fields: FieldSet): StoredLead => ({
  id: row.id as LeadId,
  values: readWire(row.wire, fields),
  createdBy: row.created_by as UserId | null,
  modifiedBy: row.modified_by as UserId | null,
  dateAdded: row.date_added,
  dateModified: row.date_modified,
  stored: storedText(row, fields),
  fields,
});

const storedText = ({ id, field_set, wire }: Pick<LeadRow, 'id' | 'field_set' | 'wire'>, fields: FieldSet) =>
  (fits(fields, field_set) ? '' : staleMark) + withId(id as LeadId, wire);

/**
 * Returns the field set for reading a stored lead before writing it again. The caller's set was loaded when
 * the request started, so using it would lose the values of a field that was added and filled since then.
 */
export const fieldsFor = (
  transaction: Transaction,
  workspace: WorkspaceId,
  fieldSet: number,
  known: FieldSet,
): FieldSet | Promise<FieldSet> => (fieldSet > known.version ? readFieldSet(transaction, workspace) : known);

/** With `lock`, no other transaction can change the lead until this one ends. */
export async function selectLead(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
  fields: FieldSet,
  { lock = false } = {},
): Promise<StoredLead | undefined> {
  const row = await transaction.first<Omit<LeadRow, 'owner_id'>>(sql`
    select id, created_by, modified_by, date_added, date_modified, field_set, wire from leads
    where workspace_id = ${workspace} and id = ${id} ${lock ? sql`for update` : sql``}`);
  return row && toLead(row, await fieldsFor(transaction, workspace, row.field_set, fields));
}

/** Returns the lead as stored, with its owner taken from the column, so nothing has to be parsed. */
export async function selectStoredLead(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
  fields: FieldSet,
): Promise<{ ownerId: UserId | null; stored: string } | undefined> {
  const row = await transaction.first<Pick<LeadRow, 'owner_id' | 'field_set' | 'wire'>>(
    sql`select owner_id, field_set, wire from leads where workspace_id = ${workspace} and id = ${id}`,
  );
  return row && { ownerId: row.owner_id as UserId | null, stored: storedText({ ...row, id }, fields) };
}

/** Returns the lead's owner, or undefined if the lead doesn't exist. */
export async function selectOwner(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
  { alsoDeleted = false } = {},
): Promise<{ ownerId: UserId | null } | undefined> {
  const deleted = sql`
    union all select owner_id from deleted_leads where workspace_id = ${workspace} and id = ${id}`;
  const row = await transaction.first<{ owner_id: UserId | null }>(
    sql`select owner_id from leads where workspace_id = ${workspace} and id = ${id} ${alsoDeleted ? deleted : sql``}`,
  );
  return row && { ownerId: row.owner_id };
}

/**
 * Returns the lead with this value in a unique field, and its owner. The query reads the first address at or after the
 * given one, because only the email index is sorted by address. With a plain comparison, all indexes that start with the
 * workspace look equally good in a table without statistics (docs/design/leads-storage.md).
 */
export async function selectByUnique(
  transaction: Transaction,
  workspace: WorkspaceId,
  field: LeadField,
  value: NonNullable<FieldValue>,
): Promise<{ id: LeadId; ownerId: UserId | null } | undefined> {
  const row = await transaction.first<{ id: LeadId; owner_id: UserId | null }>(
    field.customId === null
      ? sql`select id, owner_id from (
              select id, owner_id, email_key from leads
              where workspace_id = ${workspace} and email_key >= ${textKey(String(value))} order by email_key limit 1) first
            where email_key = ${textKey(String(value))}`
      : sql`select l.id, l.owner_id from lead_values v
            join leads l on l.workspace_id = v.workspace_id and l.id = v.lead_id
            where v.workspace_id = ${workspace} and v.field_id = ${field.customId} and v.is_unique
              and v.key = ${valueKey(field, value).key}`,
  );
  return row && { id: row.id, ownerId: row.owner_id };
}

const keyOf = ({ values }: Pick<Lead, 'values'>, alias: string): string | null => {
  const value = values.get(alias);
  return typeof value === 'string' ? textKey(value) : null;
};
const tagKeysOf = ({ values }: Pick<Lead, 'values'>): string[] =>
  ((values.get('tags') ?? []) as readonly string[]).map(textKey);
const numberOf = ({ values }: Pick<Lead, 'values'>, alias: string): number | null =>
  (values.get(alias) ?? null) as number | null;

export interface Writing {
  readonly fields: FieldSet;
  readonly note: HistoryNote;
  readonly isLast: boolean;
}

const eventTypes: Readonly<Record<HistoryAction, LeadEventType>> = {
  created: 'lead.created',
  restored: 'lead.created',
  edited: 'lead.updated',
  deleted: 'lead.deleted',
};

/** Every history entry is an event, too (spec/triggers §3.3). */
const eventOf = ({
  at,
  actor: { user, means },
  action,
  changes,
  startsTriggers,
}: HistoryNote): NewLeadEvent => ({
  type: eventTypes[action],
  at,
  startsTriggers,
  run: means.run ?? null,
  data: {
    changes,
    by: {
      user: user && { id: user.id, name: user.name },
      means: { type: means.type, id: means.id ?? null, name: means.name ?? null },
    },
  },
});

/** The columns of an event for rows of leads, whose JSON is stored without its beginning. */
const eventRows = (leads: Statement): Statement => sql`
  (select id, '{"id":' || id || ',' || wire as lead, null::text as before, field_set from ${leads}) event`;

/**
 * Inserts a lead with its values and history, and counts it, in one statement. `id` is set only to restore a
 * lead.
 * @returns what was stored, and the fields whose unique value another lead has. If there are any, the caller
 * must roll back.
 */
export async function insertLead(
  transaction: Transaction,
  workspace: WorkspaceId,
  lead: Omit<Lead, 'id'> & { id?: LeadId },
  { fields, note, isLast }: Writing,
): Promise<{ id: LeadId; wire: string; conflicts: LeadField[] }> {
  const wire = toWireForm(lead, fields);
  const key = (alias: string) => keyOf(lead, alias);
  const owner = numberOf(lead, 'owner_id');
  const custom = customChanges(new Map(), lead.values, fields);
  const values = insertValues(workspace, sql`made`, custom);
  const statement = sql`
    with made as (
      insert into leads (workspace_id, id, owner_id, created_by, modified_by, date_added, date_modified, field_set,
        first_name_key, last_name_key, email_key, phone_key, mobile_key, company_key, position_key, address1_key,
        address2_key, city_key, state_key, zipcode_key, country_key, website_key, source_key, status_key, score,
        tag_keys, wire)
      values (${workspace}, ${lead.id === undefined ? sql`default` : sql`${lead.id}`}, ${owner}, ${lead.createdBy},
        ${lead.modifiedBy}, ${lead.dateAdded}, ${lead.dateModified}, ${fields.version},
        ${key('first_name')}, ${key('last_name')}, ${key('email')}, ${key('phone')}, ${key('mobile')},
        ${key('company')}, ${key('position')}, ${key('address1')}, ${key('address2')}, ${key('city')}, ${key('state')},
        ${key('zipcode')}, ${key('country')}, ${key('website')}, ${key('source')}, ${key('status')},
        ${numberOf(lead, 'score')}, ${tagKeysOf(lead)}, ${wire})
      returning id, wire, field_set),
    counted as (
      insert into lead_count_deltas (workspace_id, owner_id, block, delta)
      select ${workspace}, ${owner ?? 0}::bigint, ${blockOf(sql`id`)}, 1 from made),
    noted as (${historyInsert(workspace, sql`made`, note)}),
    emitted as (${eventInsert(workspace, eventRows(sql`made`), eventOf(note))})
    ${values ? sql`, put as (${values})` : sql``}
    select id, ${values ? sql`array(select field_id from put)` : sql`'{}'::bigint[]`} as put from made`;
  const rows = await (isLast && !mayConflict(custom)
    ? transaction.last<InsertedRow>(statement)
    : transaction.query<InsertedRow>(statement));
  const [row] = rows;
  if (!row) throw fault('row_missing', 'The insert of a lead returned no row.');
  return { id: row.id, wire, conflicts: conflictsOf(custom, row.put.map(Number)) };
}

/** The driver returns the elements of an integer array as strings. */
type InsertedRow = { id: LeadId; put: string[] };

/**
 * Updates a lead with its values and history in pipelined statements. A change of owner writes two count
 * deltas.
 * @returns what was stored, and the fields whose unique value another lead has. If there are any, the caller
 * must roll back.
 */
export async function updateLead(
  transaction: Transaction,
  workspace: WorkspaceId,
  before: StoredLead,
  lead: Lead,
  { fields, note, isLast }: Writing,
): Promise<{ wire: string; conflicts: LeadField[] }> {
  const wire = toWireForm(lead, fields);
  const key = (alias: string) => keyOf(lead, alias);
  const [ownerBefore, owner] = [numberOf(before, 'owner_id'), numberOf(lead, 'owner_id')];
  const custom = customChanges(before.values, lead.values, fields);
  const updated = transaction.query(sql`
    update leads set owner_id = ${owner}, modified_by = ${lead.modifiedBy}, date_modified = ${lead.dateModified},
      field_set = ${fields.version}, first_name_key = ${key('first_name')}, last_name_key = ${key('last_name')},
      email_key = ${key('email')}, phone_key = ${key('phone')}, mobile_key = ${key('mobile')},
      company_key = ${key('company')}, position_key = ${key('position')}, address1_key = ${key('address1')},
      address2_key = ${key('address2')}, city_key = ${key('city')}, state_key = ${key('state')},
      zipcode_key = ${key('zipcode')}, country_key = ${key('country')}, website_key = ${key('website')},
      source_key = ${key('source')}, status_key = ${key('status')}, score = ${numberOf(lead, 'score')},
      tag_keys = ${tagKeysOf(lead)}, wire = ${wire}
    where workspace_id = ${workspace} and id = ${lead.id}`);
  const moved = owner !== ownerBefore && transaction.query(moveCount(workspace, lead.id, ownerBefore, owner));
  const put = replaceValues(transaction, workspace, lead.id, custom);
  const event = sql`(select ${lead.id}::bigint as id, ${withId(lead.id, wire)}::text as lead,
                            ${before.stored}::text as before, ${fields.version}::integer as field_set) event`;
  const noted = sql`
    with emitted as (${eventInsert(workspace, event, eventOf(note))})
    ${historyInsert(workspace, sql`(select ${lead.id}::bigint as id) lead`, note)}`;
  const ended = isLast && !mayConflict(custom) ? transaction.last(noted) : transaction.query(noted);
  const [, , conflicts] = await Promise.all([updated, moved, put, ended]);
  return { wire, conflicts };
}

const moveCount = (workspace: WorkspaceId, id: LeadId, from: number | null, to: number | null) => sql`
  insert into lead_count_deltas (workspace_id, owner_id, block, delta)
  values (${workspace}, ${from ?? 0}, ${blockOf(sql`${id}::bigint`)}, -1),
    (${workspace}, ${to ?? 0}, ${blockOf(sql`${id}::bigint`)}, 1)`;

/** Soft-deletes a lead and records that in the history. Its unique values can be used again immediately. */
export async function moveToDeleted(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
  { note, isLast }: Omit<Writing, 'fields'>,
): Promise<void> {
  const statement = sql`
    with gone as (delete from leads where workspace_id = ${workspace} and id = ${id} returning *),
    counted as (${countOut(sql`gone`)}),
    noted as (${historyInsert(workspace, sql`gone`, note)}),
    emitted as (${eventInsert(workspace, eventRows(sql`gone`), eventOf(note))})
    insert into deleted_leads (workspace_id, id, owner_id, created_by, date_added, field_set, email_key, wire, deleted_at)
    select workspace_id, id, owner_id, created_by, date_added, field_set, email_key, wire, ${note.at}::timestamptz
    from gone`;
  await (isLast ? transaction.last(statement) : transaction.query(statement));
}

/**
 * Removes a soft-deleted lead from the deleted leads in order to restore it, if it is within the workspace's
 * retention period. Returns undefined if there is none.
 */
export async function takeDeleted(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
  fields: FieldSet,
): Promise<Pick<StoredLead, 'id' | 'values' | 'createdBy' | 'dateAdded' | 'fields'> | undefined> {
  const row = await transaction.first<
    Pick<Tables['deleted_leads'], 'created_by' | 'date_added' | 'field_set' | 'wire'>
  >(sql`
    delete from deleted_leads d using workspace_settings s
    where d.workspace_id = ${workspace} and d.id = ${id} and s.workspace_id = d.workspace_id
      and d.deleted_at >= now() - make_interval(days => s.restore_days)
    returning d.created_by, d.date_added, d.field_set, d.wire`);
  if (!row) return undefined;
  const holding = await fieldsFor(transaction, workspace, row.field_set, fields);
  return {
    id,
    values: readWire(row.wire, holding),
    createdBy: row.created_by as UserId | null,
    dateAdded: row.date_added,
    fields: holding,
  };
}
