import { type Statement, sql } from '../../db/sql.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { FieldSet, LeadField } from '../lead-fields/index.ts';
import type { Filter, Operator } from './filter.ts';
import { filterCondition, orderColumn, valueColumn, valueCondition } from './filter-store.ts';
import { staleMark } from './lead-wire.ts';
import type { Order } from './order.ts';
import type { Place } from './place.ts';
import { type Range, rangeCondition, type Segment, segmentsOf } from './window-range-store.ts';

/** Whose leads, which of them, in what order. */
export interface WindowedList {
  readonly workspace: WorkspaceId;
  /** Only the leads of this user. */
  readonly owner: UserId | null;
  readonly filter: Filter;
  readonly order: Order;
}

/** The part of a list that is looked at: the first leads of a range, or its last ones. */
export interface LeadWindow {
  readonly range: Range;
  readonly isFromEnd: boolean;
  readonly most: number;
}

export interface WindowRow extends Place {
  readonly stored: string;
}

/** What was found, in the order of the list, and the place at which the reading stopped; null at the end of the range. */
export interface FoundWindow {
  readonly rows: readonly WindowRow[];
  readonly stop: Place | null;
  /**
   * At the end of a list, where leads without a value were not found soon: the place behind the last value. What was found
   * ends there, and what comes after it is still to be read.
   */
  readonly gap?: Place | undefined;
}

/** So many leads are looked at for one window, written out for the planner; then the caller asks on from where that was. */
export const mostLookedAt = 20_000;
const looked = sql`20000`;
/** At the end of a list by an own field: what most leads have, nearly none lack. */
const lookedAtEnd = sql`1000`;
const largestWindow = sql`101`;

export const isEverything = (filter: Filter): boolean => 'all' in filter && filter.all.length === 0;

const ownedBy = (owner: UserId | null): Statement =>
  owner === null ? sql`` : sql`and l.owner_id = ${owner}`;

export const storedForm = ({ since, version }: FieldSet): Statement => sql`
  case when l.field_set between ${since} and ${version} then '' else ${staleMark} end || '{"id":' || l.id || ',' || l.wire`;

/**
 * Walks the list in its order from a place on, by the index of that order. It costs the same wherever the place is: rows
 * before it are never read.
 */
export async function walkWindow(
  transaction: Transaction,
  list: WindowedList,
  { range, isFromEnd, most }: LeadWindow,
  fields: FieldSet,
): Promise<FoundWindow> {
  // Statistics are of all workspaces together: a large one must never be taken for a small one that is soon sorted.
  const settled = transaction.ahead(sql`select set_config('enable_sort', 'off', true)`);
  const segments = segmentsOf(list.order, range).filter((segment) => canHold(list, segment));
  const found: WindowRow[] = [];
  let gap: Place | undefined;
  for (const segment of isFromEnd ? segments.reverse() : segments) {
    const wanted = most + 1 - found.length;
    const rows = await transaction.query<WindowRow>(
      segmentRows(list, { range, isFromEnd, segment, wanted }, fields),
    );
    await settled;
    const stop = rows.find(({ stored }) => stored === null);
    found.push(...rows.filter(({ stored }) => stored !== null));
    if (stop && isAtSparseEnd(list, range, isFromEnd) && found.length === 0) gap = behindValues(list.order);
    else if (stop) return { rows: inListOrder(found, isFromEnd), stop: { key: stop.key, id: stop.id } };
    if (found.length > most) break;
  }
  return { ...cutWindow(found, most, isFromEnd), gap };
}

/** Leads without a value of an own field have no index: they are passed by in the order of ids. */
const isAtSparseEnd = ({ order, filter }: WindowedList, { until }: Range, isFromEnd: boolean): boolean =>
  order.field.customId !== null && isFromEnd && until === undefined && canHold({ order, filter }, 'values');

const behindValues = ({ isDescending }: Order): Place => ({
  key: null,
  id: isDescending ? Number.MAX_SAFE_INTEGER : 0,
});

const inListOrder = (rows: readonly WindowRow[], isFromEnd: boolean) =>
  isFromEnd ? rows.toReversed() : rows;

/**
 * Of one lead more than was asked for only the place is told. Going on, a range begins after the last lead that was shown; going
 * back, it ends with the first that was not.
 */
export function cutWindow(found: readonly WindowRow[], most: number, isFromEnd: boolean): FoundWindow {
  const shown = found.slice(0, most);
  const edge = found.length > most ? found[isFromEnd ? most : most - 1] : undefined;
  return { rows: inListOrder(shown, isFromEnd), stop: edge ? { key: edge.key, id: edge.id } : null };
}

interface SegmentPart extends Pick<LeadWindow, 'range' | 'isFromEnd'> {
  readonly segment: Segment;
  readonly wanted: number;
}

/**
 * The next leads of a segment; if fewer than wanted match among those that may be looked at, also the last place that was
 * looked at, without a lead. One statement, so that both are of one moment.
 */
function segmentRows(list: WindowedList, { wanted, ...part }: SegmentPart, fields: FieldSet): Statement {
  const { workspace, owner, filter, order } = list;
  const source = sourceOf(list, part);
  const sorted = sql`order by ${direction(order, part.isFromEnd, source)}`;
  const walked = (most: Statement) => sql`(${source.rows} ${sorted} ${most}) w`;
  // Each lead by its key, whatever the planner thinks of how many there are.
  const joined = sql`cross join lateral (
    select * from leads l where l.workspace_id = ${workspace} and l.id = w.id offset 0) l`;
  const shown = sql`select w.id, w.key::text as key, ${storedForm(fields)} as stored`;
  const outer = sql`order by ${direction(order, part.isFromEnd, { ...source, key: sql`w.key`, id: sql`w.id` })}`;
  if (isEverything(filter) && (owner === null || source.hasOwner) && !source.isSparse)
    return sql`${shown} from ${walked(sql`limit ${largestWindow}`)} ${joined} ${outer} limit ${wanted}`;
  const isEnd = source.isSparse && isAtSparseEnd(list, part.range, part.isFromEnd);
  const most = isEnd ? lookedAtEnd : looked;
  return sql`
    with found as materialized (
      ${shown} from ${walked(sql`limit ${most}`)} ${joined}
      where ${filterCondition(filter, workspace, 'each')} ${ownedBy(owner)} ${source.rest} ${outer} limit ${wanted})
    select id, key, stored from found
    union all
    select id, key::text, null from ${walked(sql`limit 1 offset ${most} - 1`)} where (select count(*) from found) < ${wanted}`;
}

interface Source {
  /** Selects `id` and `key` of the leads in the range, without an order. */
  readonly rows: Statement;
  readonly key: Statement;
  readonly id: Statement;
  /** No two leads share a key, so that the key alone is the order. */
  readonly isUnique: boolean;
  /** All keys are the same, and the ids among them are in the order of an index. */
  readonly isById: boolean;
  /** Whether `rows` are only of the owner that is asked for. */
  readonly hasOwner: boolean;
  /** Rows may have to be passed by even if nothing is filtered. */
  readonly isSparse: boolean;
  /** What must hold beside. */
  readonly rest: Statement;
}

function sourceOf(list: WindowedList, { range, isFromEnd: _, segment }: Omit<SegmentPart, 'wanted'>): Source {
  const { workspace, owner, filter, order } = list;
  const { field } = order;
  const isEmpty = segment === 'empty';
  const common = {
    isById: isPinned(filter, field) || (isEmpty && (field.alias === 'email' || field.customId !== null)),
    isUnique: field.alias === 'email' && !isEmpty,
    hasOwner: false,
    isSparse: false,
    rest: sql``,
  };
  if (field.customId !== null) return { ...common, ...customSource(list, field.customId, range, segment) };
  const columns = { key: orderColumn(field, workspace), id: sql`l.id` };
  // Leads of one owner have their own index in the order of ids.
  const hasOwner = field.alias === 'id' && owner !== null;
  const rows = sql`
    select l.id, ${columns.key} as key from leads l
    where l.workspace_id = ${workspace} and ${rangeCondition(order, range, segment, columns)}
      ${hasOwner ? ownedBy(owner) : sql``} ${alongOrder(filter, field, workspace)}`;
  return { ...common, ...columns, rows, hasOwner };
}

const neverEmpty = new Set<Operator>([
  ...(['eq', 'in', 'gt', 'gte', 'lt', 'lte', 'between'] as const),
  ...(['contains', 'begins_with', 'ends_with', 'is_not_empty'] as const),
]);

/** A condition on what the list is ordered by can say that a segment has no match: then nothing is passed by in it. */
function canHold({ filter, order }: Pick<WindowedList, 'filter' | 'order'>, segment: Segment): boolean {
  if (!('all' in filter)) return true;
  return filter.all.every((one) => {
    if (!('operator' in one) || one.field.alias !== order.field.alias) return true;
    return segment === 'empty' ? !neverEmpty.has(one.operator) : one.operator !== 'is_empty';
  });
}

/** The way that rows are read in: that of the list, or the other way round. */
function direction({ field, isDescending }: Order, isFromEnd: boolean, source: Source): Statement {
  const way = isDescending === isFromEnd ? sql`asc` : sql`desc`;
  if (field.alias === 'id' || source.isById) return sql`${source.id} ${way}`;
  return source.isUnique ? sql`${source.key} ${way}` : sql`${source.key} ${way}, ${source.id} ${way}`;
}

const inRange = new Set<Operator>(['eq', 'gt', 'gte', 'lt', 'lte', 'between', 'begins_with']);

/** Whether a filter leaves one value of a field: then the planner must not be asked to order by it as well. */
const isPinned = (filter: Filter, { alias }: LeadField): boolean =>
  'all' in filter &&
  filter.all.some((one) => 'operator' in one && one.field.alias === alias && one.operator === 'eq');

/** Conditions that the index of the order answers itself: those on the field of the order, and with ids, equality. */
function alongOrder(filter: Filter, { alias }: LeadField, workspace: WorkspaceId): Statement {
  if (!('all' in filter)) return sql``;
  const parts = filter.all.filter((one) => {
    if (!('operator' in one) || one.field.customId !== null || one.field.type === 'tags') return false;
    return one.field.alias === alias ? inRange.has(one.operator) : alias === 'id' && one.operator === 'eq';
  });
  return parts.length === 0 ? sql`` : sql`and ${filterCondition({ all: parts }, workspace)}`;
}

/** The same for the index of the values of a workspace's own field. */
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

/** A field of the workspace's own: its values have an index; leads without one are passed by in the order of ids. */
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
    return { ...columns, rows: sql`select v.lead_id as id, ${columns.key} as key ${ofField} and ${inRange}` };
  }
  const columns = { key: sql`null::text`, id: sql`l.id` };
  const inRange = rangeCondition(order, range, segment, columns);
  return {
    ...columns,
    isSparse: true,
    rows: sql`select l.id, null::text as key from leads l where l.workspace_id = ${workspace} and ${inRange}`,
    rest: sql`and not exists (select ${ofField} and v.lead_id = l.id offset 0)`,
  };
}
