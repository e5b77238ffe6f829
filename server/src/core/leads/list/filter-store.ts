import { type Statement, sql, sqlJoin } from '../../../db/driver/sql.ts';
import { wireValue } from '../../../db/driver/wire-value.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { type FieldValue, type LeadField, type Operator, typeOf } from '../../lead-fields/index.ts';
import { afterPrefix, columnTypeOf, isNumeric, textKey, valueKey } from '../record/lead-keys.ts';
import type { Condition, Filter } from './filter.ts';

/** The columns of `leads` by alias: the allow-list from which filters and orders take identifiers. */
const columns: ReadonlyMap<string, Statement> = new Map([
  ['id', sql`l.id`],
  ['owner_id', sql`l.owner_id`],
  ['score', sql`l.score`],
  ['date_added', sql`l.date_added`],
  ['date_modified', sql`l.date_modified`],
  ['first_name', sql`l.first_name_key`],
  ['last_name', sql`l.last_name_key`],
  ['email', sql`l.email_key`],
  ['phone', sql`l.phone_key`],
  ['mobile', sql`l.mobile_key`],
  ['company', sql`l.company_key`],
  ['position', sql`l.position_key`],
  ['address1', sql`l.address1_key`],
  ['address2', sql`l.address2_key`],
  ['city', sql`l.city_key`],
  ['state', sql`l.state_key`],
  ['zipcode', sql`l.zipcode_key`],
  ['country', sql`l.country_key`],
  ['website', sql`l.website_key`],
  ['source', sql`l.source_key`],
  ['status', sql`l.status_key`],
]);

const nothing = sql`false`;
const everything = sql`true`;

/** How leads with a value of a workspace's own field are found: all at once, or each lead looked at for itself. */
type Finding = 'at once' | 'each';

/** A filter as a condition on `leads l`. Every value is a parameter, every name comes from the list above. */
export function filterCondition(
  filter: Filter,
  workspace: WorkspaceId,
  finding: Finding = 'at once',
): Statement {
  const conditionsOf = (filters: readonly Filter[]) =>
    filters.map((one) => filterCondition(one, workspace, finding));
  if ('all' in filter) return filter.all.length === 0 ? everything : sqlJoin(conditionsOf(filter.all), 'and');
  if ('any' in filter) return filter.any.length === 0 ? nothing : sqlJoin(conditionsOf(filter.any), 'or');
  if (isListColumn(filter.field)) return tagCondition(filter);
  const column = columns.get(filter.field.alias);
  return column ? compare(column, filter, columnValue) : customCondition(filter, workspace, finding);
}

/** The operators for which an index narrows a search, also behind the policy. */
const narrowing: ReadonlySet<Operator> = new Set([
  'eq',
  'in',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'begins_with',
]);

/** What must hold of every match and is found by an index; undefined when there is nothing of this kind. */
export function narrowCondition(filter: Filter, workspace: WorkspaceId): Statement | undefined {
  if (!('all' in filter)) return undefined;
  const parts = filter.all.filter((one) => 'operator' in one && isNarrowing(one));
  return parts.length > 0 ? filterCondition({ all: parts }, workspace) : undefined;
}

const isNarrowing = ({ field, operator }: Condition) => narrowing.has(operator) && !isListColumn(field);

/** The same of what stands in columns of `leads`; an empty column is found by its index too. */
export function narrowColumns(filter: Filter, workspace: WorkspaceId): Statement | undefined {
  if (!('all' in filter)) return undefined;
  const parts = filter.all.filter(
    (one) =>
      'operator' in one &&
      one.field.customId === null &&
      !isListColumn(one.field) &&
      (isNarrowing(one) || one.operator === 'is_empty'),
  );
  return parts.length > 0 ? filterCondition({ all: parts }, workspace) : undefined;
}

type Comparand = string | number | Date;

/** A value of a built-in field as its column holds it. */
function columnValue(field: LeadField, value: NonNullable<FieldValue>): Comparand {
  if (typeof value === 'number') return value;
  return columnTypeOf(field) === 'timestamp' ? new Date(String(value)) : textKey(String(value));
}

/** Arrays are sent as text, and PostgreSQL reads the items as the type of the column. */
const arrayItem = (value: Comparand): string => String(wireValue(value));

/** An operator on one column; a negative one also matches an empty field (spec/rest-api §6.4). */
function compare(
  column: Statement,
  { field, operator, values }: Condition,
  asComparand: (field: LeadField, value: NonNullable<FieldValue>) => Comparand,
): Statement {
  const all = values.map((value) => asComparand(field, value));
  const [first = '', second = ''] = all;
  const among = () => sql`${column} = any(${all.map(arrayItem)})`;
  const holds: Record<Operator, () => Statement> = {
    eq: () => sql`${column} = ${first}`,
    neq: () => sql`${column} is distinct from ${first}`,
    gt: () => sql`${column} > ${first}`,
    gte: () => sql`${column} >= ${first}`,
    lt: () => sql`${column} < ${first}`,
    lte: () => sql`${column} <= ${first}`,
    between: () => sql`(${column} >= ${first} and ${column} <= ${second})`,
    in: among,
    not_in: () => sql`(${column} is null or not ${among()})`,
    contains: () => sql`position(${first}::text in ${column}) > 0`,
    not_contains: () => sql`coalesce(position(${first}::text in ${column}) = 0, true)`,
    begins_with: () => beginsWith(column, String(first)),
    not_begins_with: () => sql`(${column} is null or not ${beginsWith(column, String(first))})`,
    ends_with: () => sql`right(${column}, ${[...String(first)].length}) = ${first}`,
    not_ends_with: () => sql`right(${column}, ${[...String(first)].length}) is distinct from ${first}`,
    is_empty: () => sql`${column} is null`,
    is_not_empty: () => sql`${column} is not null`,
  };
  return holds[operator]();
}

/** A range, because LIKE cannot use an index behind a policy. */
function beginsWith(column: Statement, key: string): Statement {
  const end = afterPrefix(key);
  return end === undefined ? sql`${column} >= ${key}` : sql`(${column} >= ${key} and ${column} < ${end})`;
}

/** Tags are the one list among the built-in fields: an array in a column of `leads`. */
export const isListColumn = (field: LeadField): boolean => field.customId === null && typeOf(field).isList;

function tagCondition({ operator, values }: Condition): Statement {
  const keys = values.map((value) => textKey(String(value)));
  const hasAny = sql`l.tag_keys && ${keys}::text[]`;
  switch (operator) {
    case 'is_empty':
      return sql`l.tag_keys = '{}'`;
    case 'is_not_empty':
      return sql`l.tag_keys <> '{}'`;
    case 'neq':
    case 'not_in':
    case 'not_contains':
      return sql`not (${hasAny})`;
    default:
      return hasAny;
  }
}

/** The positive twin of a negative operator. */
const opposites: ReadonlyMap<Operator, Operator> = new Map([
  ['neq', 'eq'],
  ['not_in', 'in'],
  ['not_contains', 'contains'],
  ['not_begins_with', 'begins_with'],
  ['not_ends_with', 'ends_with'],
  ['is_empty', 'is_not_empty'],
]);

/**
 * A field of the workspace's own. As an array of ids, because `in (select …)` under a generic plan walks the whole
 * workspace; a negative operator looks for each lead whether its twin holds.
 */
function customCondition(condition: Condition, workspace: WorkspaceId, finding: Finding): Statement {
  const { field, operator } = condition;
  const holds = valueCondition(condition);
  const rows = sql`from lead_values v where v.workspace_id = ${workspace} and v.field_id = ${field.customId}`;
  const isNegative = opposites.has(operator);
  if (!isNegative && finding === 'at once')
    return sql`l.id = any(array(select v.lead_id ${rows} and ${holds}))`;
  const not = isNegative ? sql`not` : sql``;
  if (finding === 'at once') return sql`${not} exists (select ${rows} and v.lead_id = l.id and ${holds})`;
  // The values of this lead first (`offset 0`), whatever the planner thinks of how many leads have such a value.
  return sql`${not} exists (select from (select v.key, v.number ${rows} and v.lead_id = l.id offset 0) v where ${holds})`;
}

/** What must hold of a row of `lead_values v` for a condition, or of none for a negative one. */
export function valueCondition(condition: Condition): Statement {
  const { field, operator } = condition;
  const isNumber = isNumeric(field);
  const asComparand = (one: LeadField, value: NonNullable<FieldValue>): Comparand => {
    const { key, number } = valueKey(one, value);
    return isNumber ? (number ?? 0) : (key ?? '');
  };
  const positive = { ...condition, operator: listOperator(field, opposites.get(operator) ?? operator) };
  return compare(valueColumn(field), positive, asComparand);
}

/** Whether the leads for which a condition holds have a value that is found by an index. */
export const isFoundByValue = ({ field, operator }: Condition): boolean =>
  field.customId !== null && (narrowing.has(operator) || operator === 'is_not_empty');

/** The column in which a value of this field is compared. */
export const valueColumn = (field: LeadField): Statement => (isNumeric(field) ? sql`v.number` : sql`v.key`);

/** A list contains a word when one of its rows is that word. */
const listOperator = (field: LeadField, operator: Operator): Operator =>
  typeOf(field).isList && operator === 'contains' ? 'eq' : operator;

/** What a list is ordered by; the rest of the order is the id. */
export function orderColumn(field: LeadField, workspace: WorkspaceId): Statement {
  const column = columns.get(field.alias);
  if (column) return column;
  return sql`(select ${valueColumn(field)} from lead_values v
    where v.workspace_id = ${workspace} and v.lead_id = l.id and v.field_id = ${field.customId} and v.position = 0)`;
}
