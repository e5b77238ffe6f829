import {
  builtInFields,
  type FieldSet,
  type FieldValue,
  fieldSetOf,
  type LeadField,
} from '../../server/src/core/lead-fields/index.ts';
import { textKey, valueKey } from '../../server/src/core/leads/record/lead-keys.ts';
import { toWireForm } from '../../server/src/core/leads/record/lead-wire.ts';
import type { UserId } from '../../server/src/lib/ids.ts';
import type { SeededLead } from './seeded-lead.ts';
import type { Population } from './shape.ts';

const custom = (alias: string, type: 'number' | 'text' | 'date'): LeadField => ({
  alias,
  label: alias,
  type,
  unique: false,
  required: false,
  readOnly: false,
  options: [],
  customId: 0,
});
/** The custom fields that every seeded workspace has. */
export const customFields = [
  custom('budget', 'number'),
  custom('segment', 'text'),
  custom('renewal', 'date'),
];
/** Creating each custom field increased the fields' version by one. */
export const fieldsVersion = 1 + customFields.length;

/** Returns one workspace's fields with their IDs. */
export const fieldSetIn = ({ workspace }: Population): FieldSet =>
  fieldSetOf(
    customFields.map((field, index) => ({
      ...field,
      customId: (workspace - 1) * customFields.length + index + 1,
    })),
    fieldsVersion,
  );

/** The built-in fields that have a key column, in table order. */
const keyed = builtInFields
  .filter(({ type, readOnly }) => !readOnly && !['integer', 'tags', 'user_id'].includes(type))
  .map(({ alias }) => alias);

/** The columns of each table, in the order in which `copyRows` writes them. */
export const copyColumns = {
  leads: [
    ...['workspace_id', 'id', 'owner_id', 'created_by', 'modified_by', 'date_added', 'date_modified'],
    ...['field_set', 'score', 'tag_keys', 'wire', ...keyed.map((alias) => `${alias}_key`)],
  ],
  lead_values: ['workspace_id', 'lead_id', 'field_id', 'position', 'key', 'number', 'is_unique'],
  lead_history: [
    ...['workspace_id', 'id', 'lead_id', 'at', 'action', 'user_id', 'user_name', 'means_type', 'changes'],
  ],
} as const;
export type SeededTable = keyof typeof copyColumns;
export const seededTables = Object.keys(copyColumns) as SeededTable[];

const special: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const written = (value: string | number | boolean | null): string =>
  value === null ? '\\N' : String(value).replace(/[\\\n\r\t]/g, (found) => special[found] ?? found);
const line = (values: (string | number | boolean | null)[]): string => `${values.map(written).join('\t')}\n`;
const array = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Cached keys for values that are repeated often. */
const remembered = new Map<string, string>();
function keyOf(value: FieldValue): string | null {
  if (value === null) return null;
  const text = String(value);
  let key = remembered.get(text);
  if (key === undefined) {
    key = textKey(text);
    if (remembered.size < 100_000) remembered.set(text, key);
  }
  return key;
}

/**
 * Returns the rows that Hark would have stored for this lead, as lines for COPY. Hark's own functions produce
 * the wire form and the keys; the rest is a shortcut. A test compares the result with what Hark stores.
 */
export function copyRows(
  { workspace }: Population,
  fields: FieldSet,
  { id, record, creator, date }: SeededLead,
): Record<SeededTable, string> {
  const values = new Map(Object.entries(record) as [string, FieldValue][]);
  const by = creator as UserId;
  const wire = toWireForm(
    { values, createdBy: by, modifiedBy: by, dateAdded: date, dateModified: date },
    fields,
  );
  const at = date.toISOString();
  const given = (alias: string): FieldValue => values.get(alias) ?? null;
  const number = (alias: string) => given(alias) as number | null;
  const tags = array(((given('tags') ?? []) as readonly string[]).map(textKey));
  const own = customFields.map(({ alias }) => {
    const field = fields.byAlias.get(alias);
    const found = field && valueKey(field, given(alias) ?? '');
    return line([workspace, id, field?.customId ?? 0, 0, found?.key ?? null, found?.number ?? null, false]);
  });
  const changes = [...values].map(
    ([field, value]) => `{"field":"${field}","old":null,"new":${JSON.stringify(value)}}`,
  );
  return {
    leads: line([
      ...[workspace, id, number('owner_id'), by, by, at, at, fields.version],
      ...[number('score'), tags, wire, ...keyed.map((alias) => keyOf(given(alias)))],
    ]),
    lead_values: own.join(''),
    lead_history: line([
      ...[workspace, id, id, at, 'created', by, nameOfUser(by), 'api_key', `[${changes.join(',')}]`],
    ]),
  };
}

export const nameOfUser = (user: number): string => `Person ${user}`;
