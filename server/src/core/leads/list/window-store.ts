import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { FieldSet, Operator } from '../../lead-fields/index.ts';
import type { Cursor } from './cursor.ts';
import type { Filter } from './filter.ts';
import { filterCondition } from './filter-store.ts';
import { storedLead } from './lead-list-store.ts';
import type { Order } from './order.ts';
import { type Range, type Segment, segmentsOf } from './window-range-store.ts';
import { cursorsOf, direction, ownedBy, sourceOf, type WindowedList, walkOf } from './window-source-store.ts';

/** The part of a list that is looked at: the first leads of a range, or its last ones. */
export interface LeadWindow {
  readonly range: Range;
  readonly isFromEnd: boolean;
  readonly most: number;
}

export interface WindowRow extends Cursor {
  readonly stored: string;
}

/** What was found, in the order of the list, and the cursor at which the reading stopped; null at the end of the range. */
export interface FoundWindow {
  readonly rows: readonly WindowRow[];
  readonly stop: Cursor | null;
  /**
   * At the end of a list, where leads without a value were not found soon: the cursor behind the last value. What was found
   * ends there, and what comes after it is still to be read.
   */
  readonly gap?: Cursor | undefined;
}

/** So many leads are looked at for one window, written out for the planner; then the caller asks on from where that was. */
export const maxLookedAt = 20_000;
const looked = sql`20000`;
/** At the end of a list by an own field: what most leads have, nearly none lack. */
const lookedAtEnd = sql`1000`;
const largestWindow = sql`101`;

export const isEverything = (filter: Filter): boolean => 'all' in filter && filter.all.length === 0;

/**
 * Walks the list in its order from a cursor on, by the index of that order. It costs the same wherever the cursor is: rows
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
  let gap: Cursor | undefined;
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

const behindValues = ({ isDescending }: Order): Cursor => ({
  key: null,
  id: isDescending ? Number.MAX_SAFE_INTEGER : 0,
});

const inListOrder = (rows: readonly WindowRow[], isFromEnd: boolean) =>
  isFromEnd ? rows.toReversed() : rows;

/**
 * Of one lead more than was asked for only the cursor is returned. Going on, a range begins after the last lead that was shown; going
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
 * The next leads of a segment; if fewer than wanted match among those that may be looked at, also the last cursor that was
 * looked at, without a lead. One statement, so that both are of one moment.
 */
function segmentRows(list: WindowedList, { wanted, ...part }: SegmentPart, fields: FieldSet): Statement {
  const { workspace, owner, filter, order } = list;
  const source = sourceOf(list, part.range, part.segment);
  const sorted = sql`order by ${direction(order, part.isFromEnd, source)}`;
  const { at, leads } = walkOf(workspace, source);
  const shown = sql`select ${at}.id, ${at}.key::text as key, ${storedLead(fields)} as stored`;
  const outer = sql`order by ${direction(order, part.isFromEnd, { ...source, key: sql`${at}.key`, id: sql`${at}.id` })}`;
  if (isEverything(filter) && (owner === null || source.hasOwner) && !source.isSparse)
    return sql`${shown} from ${leads(sql`${sorted} limit ${largestWindow}`)} ${outer} limit ${wanted}`;
  const isEnd = source.isSparse && isAtSparseEnd(list, part.range, part.isFromEnd);
  const most = isEnd ? lookedAtEnd : looked;
  return sql`
    with found as materialized (
      ${shown} from ${leads(sql`${sorted} limit ${most}`)}
      where ${filterCondition(filter, workspace, 'each')} ${ownedBy(owner)} ${source.rest} ${outer} limit ${wanted})
    select id, key, stored from found
    union all
    select id, key::text, null from (${cursorsOf(source)} ${sorted} limit 1 offset ${most} - 1) w
    where (select count(*) from found) < ${wanted}`;
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
