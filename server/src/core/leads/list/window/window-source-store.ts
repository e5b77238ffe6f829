import { type Statement, sql } from '../../../../db/driver/sql.ts';
import type { UserId, WorkspaceId } from '../../../../lib/ids.ts';
import type { LeadField, Operator } from '../../../lead-fields/index.ts';
import type { Filter } from '../filter.ts';
import { filterCondition, isListColumn, orderColumn, valueColumn, valueCondition } from '../filter-store.ts';
import type { Order } from '../order.ts';
import { type Range, rangeCondition, type Segment } from './window-range-store.ts';

export interface WindowedList {
  readonly workspace: WorkspaceId;
  readonly owner: UserId | null;
  readonly filter: Filter;
  readonly order: Order;
}

export const ownedBy = (owner: UserId | null): Statement =>
  owner === null ? sql`` : sql`and l.owner_id = ${owner}`;

/** What to scan for a list's segment: the leads themselves, or a custom field's values. */
export interface Source {
  /** The rows in the range, unsorted: `from … where …`. */
  readonly from: Statement;
  /** Whether the rows are leads, named `l`; otherwise they are values. */
  readonly isOfLeads: boolean;
  readonly key: Statement;
  readonly id: Statement;
  /** Whether no two leads share a key. Then the key alone defines the sort order. */
  readonly isUnique: boolean;
  /** Whether all keys are equal and an index sorts the rows by ID. */
  readonly isById: boolean;
  /** Whether `from` already restricts the rows to the requested owner. */
  readonly hasOwner: boolean;
  /** Whether rows may have to be skipped even without a filter. */
  readonly isSparse: boolean;
  /** The remaining conditions. */
  readonly rest: Statement;
}

export function sourceOf(list: WindowedList, range: Range, segment: Segment): Source {
  const { workspace, owner, filter, order } = list;
  const { field } = order;
  const isEmpty = segment === 'empty';
  const common = {
    isById: isPinned(filter, field) || (isEmpty && (field.alias === 'email' || field.customId !== null)),
    isUnique: field.alias === 'email' && !isEmpty,
    isOfLeads: true,
    hasOwner: false,
    isSparse: false,
    rest: sql``,
  };
  if (field.customId !== null) return { ...common, ...customSource(list, field.customId, range, segment) };
  const columns = { key: orderColumn(field, workspace), id: sql`l.id` };
  // A separate index lists an owner's leads by ID.
  const hasOwner = field.alias === 'id' && owner !== null;
  const from = sql`
    from leads l where l.workspace_id = ${workspace} and ${rangeCondition(order, range, segment, columns)}
      ${hasOwner ? ownedBy(owner) : sql``} ${alongOrder(filter, field, workspace)}`;
  return { ...common, ...columns, from, hasOwner };
}

/** Returns the scan direction: the list's own direction, or its reverse. */
export function direction({ field, isDescending }: Order, isFromEnd: boolean, source: Source): Statement {
  const way = isDescending === isFromEnd ? sql`asc` : sql`desc`;
  if (field.alias === 'id' || source.isById) return sql`${source.id} ${way}`;
  return source.isUnique ? sql`${source.key} ${way}` : sql`${source.key} ${way}, ${source.id} ${way}`;
}

const inRange = new Set<Operator>(['eq', 'gt', 'gte', 'lt', 'lte', 'between', 'begins_with']);

/**
 * Returns whether a filter leaves a single value for a field. In that case the planner must not also sort by
 * that field.
 */
const isPinned = (filter: Filter, { alias }: LeadField): boolean =>
  'all' in filter &&
  filter.all.some((one) => 'operator' in one && one.field.alias === alias && one.operator === 'eq');

/**
 * Returns the conditions that the sort order's index can serve: those on the sort field and, when sorting by
 * ID, equality.
 */
function alongOrder(filter: Filter, { alias }: LeadField, workspace: WorkspaceId): Statement {
  if (!('all' in filter)) return sql``;
  const parts = filter.all.filter((one) => {
    if (!('operator' in one) || one.field.customId !== null || isListColumn(one.field)) return false;
    return one.field.alias === alias ? inRange.has(one.operator) : alias === 'id' && one.operator === 'eq';
  });
  return parts.length === 0 ? sql`` : sql`and ${filterCondition({ all: parts }, workspace)}`;
}

/** Like `alongOrder`, but for the index on a custom field's values. */
function alongValues(filter: Filter, fieldId: number): Statement {
  if (!('all' in filter)) return sql``;
  return filter.all.reduce(
    (done, one) =>
      'operator' in one && one.field.customId === fieldId && inRange.has(one.operator)
        ? sql`${done} and ${valueCondition(one)}`
        : done,
    sql``,
  );
}

/**
 * Builds the source for a custom field. Its values have an index; to find leads without a value, all leads
 * are scanned by ID.
 */
function customSource(
  { workspace, order, filter }: WindowedList,
  fieldId: number,
  range: Range,
  segment: Segment,
) {
  const ofField = sql`from lead_values v where v.workspace_id = ${workspace} and v.field_id = ${fieldId}`;
  if (segment === 'values') {
    const columns = { key: valueColumn(order.field), id: sql`v.lead_id` };
    const inRange = sql`${rangeCondition(order, range, segment, columns)} ${alongValues(filter, fieldId)}`;
    return { ...columns, isOfLeads: false, from: sql`${ofField} and ${inRange}` };
  }
  const columns = { key: sql`null::text`, id: sql`l.id` };
  const inRange = rangeCondition(order, range, segment, columns);
  return {
    ...columns,
    isSparse: true,
    from: sql`from leads l where l.workspace_id = ${workspace} and ${inRange}`,
    rest: sql`and not exists (select ${ofField} and v.lead_id = l.id offset 0)`,
  };
}

export const cursorsOf = ({ id, key, from }: Source): Statement =>
  sql`select ${id} as id, ${key} as key ${from}`;

/**
 * Returns the leads from a source up to its cut, as `l`, and the columns of their cursors. If the sort
 * order's index is on `leads`, the leads are read during the scan. Leads found through a custom field's value
 * are looked up by ID, regardless of the planner's estimates.
 */
export function walkOf(workspace: WorkspaceId, source: Source) {
  if (source.isOfLeads)
    return {
      at: sql`l`,
      leads: (cut: Statement) => sql`(select l.*, ${source.key} as key ${source.from} ${cut}) l`,
    };
  return {
    at: sql`w`,
    leads: (cut: Statement) => sql`(${cursorsOf(source)} ${cut}) w cross join lateral (
      select * from leads l where l.workspace_id = ${workspace} and l.id = w.id offset 0) l`,
  };
}
