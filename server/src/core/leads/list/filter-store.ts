import { type Statement, sql, sqlJoin } from '../../../db/driver/sql.ts';
import { wireValue } from '../../../db/driver/wire-value.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { type FieldValue, type LeadField, type Operator, typeOf } from '../../lead-fields/index.ts';
import { afterPrefix, columnTypeOf, isNumeric, textKey, valueKey } from '../record/lead-keys.ts';
import { type Condition, type Filter, listOperator, opposites } from './filter.ts';

/** The columns of `leads` by alias. This is the allow-list of identifiers for filters and sort orders. */
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

/** How to find leads by a custom field: select the set of all matching leads, or check each lead. */
type Finding = 'set' | 'each';

/**
 * Translates a filter into a condition on `leads l`. Every value is a parameter, and every identifier comes
 * from the allow-list above.
 */
export function filterCondition(filter: Filter, workspace: WorkspaceId, finding: Finding = 'set'): Statement {
  const conditionsOf = (filters: readonly Filter[]) =>
    filters.map((one) => filterCondition(one, workspace, finding));
  if ('all' in filter) return filter.all.length === 0 ? everything : sqlJoin(conditionsOf(filter.all), 'and');
  if ('any' in filter) return filter.any.length === 0 ? nothing : sqlJoin(conditionsOf(filter.any), 'or');
  if (isListColumn(filter.field)) return tagCondition(filter);
  const column = columns.get(filter.field.alias);
  return column ? compare(column, filter, columnValue) : customCondition(filter, workspace, finding);
}

/** The operators for which an index can narrow a search even under row-level security. */
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

/**
 * Returns the conditions that every match must meet and that an index can serve, or undefined if there are
 * none.
 */
export function narrowCondition(filter: Filter, workspace: WorkspaceId): Statement | undefined {
  if (!('all' in filter)) return undefined;
  const parts = filter.all.filter((one) => 'operator' in one && isNarrowing(one));
  return parts.length > 0 ? filterCondition({ all: parts }, workspace) : undefined;
}

const isNarrowing = ({ field, operator }: Condition) => narrowing.has(operator) && !isListColumn(field);

/** Like `narrowCondition`, but only for columns of `leads`. Their indexes also find empty values. */
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

function columnValue(field: LeadField, value: NonNullable<FieldValue>): Comparand {
  if (typeof value === 'number') return value;
  return columnTypeOf(field) === 'timestamp' ? new Date(String(value)) : textKey(String(value));
}

/**
 * Formats an array item. Arrays are sent as strings, and PostgreSQL parses the items as the column's type.
 */
const arrayItem = (value: Comparand): string => String(wireValue(value));

/** Builds a comparison. A negative operator also matches an empty field (spec/rest-api §6.4). */
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

/** Matches a prefix with a range, because LIKE can't use an index under row-level security. */
function beginsWith(column: Statement, key: string): Statement {
  const end = afterPrefix(key);
  return end === undefined ? sql`${column} >= ${key}` : sql`(${column} >= ${key} and ${column} < ${end})`;
}

/** Tags are the only built-in list. They are stored in an array column of `leads`. */
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

/**
 * Builds a condition on a custom field. It uses an array of IDs, because under a generic plan `in (select …)`
 * scans the whole workspace. A negative operator checks for each lead that the opposite operator doesn't
 * match.
 */
function customCondition(condition: Condition, workspace: WorkspaceId, finding: Finding): Statement {
  const { field, operator } = condition;
  const holds = valueCondition(condition);
  const rows = sql`from lead_values v where v.workspace_id = ${workspace} and v.field_id = ${field.customId}`;
  const isNegative = opposites.has(operator);
  if (!isNegative && finding === 'set') return sql`l.id = any(array(select v.lead_id ${rows} and ${holds}))`;
  const not = isNegative ? sql`not` : sql``;
  if (finding === 'set') return sql`${not} exists (select ${rows} and v.lead_id = l.id and ${holds})`;
  // `offset 0` makes PostgreSQL read this lead's values first, regardless of the planner's row estimates.
  return sql`${not} exists (select from (select v.key, v.number ${rows} and v.lead_id = l.id offset 0) v where ${holds})`;
}

/**
 * Builds the condition on rows of `lead_values v`. For a negative operator, it is the condition that no row
 * may meet.
 */
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

/** Returns whether every match has a value that an index can find. */
export const isFoundByValue = ({ field, operator }: Condition): boolean =>
  field.customId !== null && (narrowing.has(operator) || operator === 'is_not_empty');

export const valueColumn = (field: LeadField): Statement => (isNumeric(field) ? sql`v.number` : sql`v.key`);

/** Returns the first sort column. Ties are broken by ID. */
export function orderColumn(field: LeadField, workspace: WorkspaceId): Statement {
  const column = columns.get(field.alias);
  if (column) return column;
  return sql`(select ${valueColumn(field)} from lead_values v
    where v.workspace_id = ${workspace} and v.lead_id = l.id and v.field_id = ${field.customId} and v.position = 0)`;
}
