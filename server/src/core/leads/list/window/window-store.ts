import { type Statement, sql } from '../../../../db/driver/sql.ts';
import type { Transaction } from '../../../../db/driver/transaction.ts';
import type { FieldSet, Operator } from '../../../lead-fields/index.ts';
import type { Filter } from '../filter.ts';
import { filterCondition } from '../filter-store.ts';
import { storedLead } from '../lead-list-store.ts';
import type { Order } from '../order.ts';
import type { Cursor } from './cursor.ts';
import { type Range, type Segment, segmentsOf } from './window-range-store.ts';
import { cursorsOf, direction, ownedBy, sourceOf, type WindowedList, walkOf } from './window-source-store.ts';

/** The first or last leads in a range. */
export interface LeadWindow {
  readonly range: Range;
  readonly isFromEnd: boolean;
  readonly most: number;
}

export interface WindowRow extends Cursor {
  readonly stored: string;
}

/** The rows in list order, and the cursor at which reading stopped, which is null at the end of the range. */
export interface FoundWindow {
  readonly rows: readonly WindowRow[];
  readonly stop: Cursor | null;
  /** The cursor after the last value, set if no lead without a value was found soon. The rows end there. */
  readonly gap?: Cursor | undefined;
}

/**
 * The max leads that one window scans, inlined because the planner needs its value. The caller continues from
 * there.
 */
export const maxLookedAt = 20_000;
const looked = sql`20000`;
/**
 * The limit at the end of a list sorted by a custom field: if most leads have a value, very few are empty.
 */
const lookedAtEnd = sql`1000`;
const maxWindow = sql`101`;

export const isEverything = (filter: Filter): boolean => 'all' in filter && filter.all.length === 0;

/**
 * Reads a window. The cost doesn't depend on the position, because the sort order's index skips the rows
 * before the cursor.
 */
export async function walkWindow(
  transaction: Transaction,
  list: WindowedList,
  { range, isFromEnd, most }: LeadWindow,
  fields: FieldSet,
): Promise<FoundWindow> {
  // Statistics cover all workspaces, so the planner could mistake a large workspace for a small one and sort
  // it.
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

/** No index covers leads without a value in a custom field. They are found by scanning in ID order. */
const isAtSparseEnd = ({ order, filter }: WindowedList, { until }: Range, isFromEnd: boolean): boolean =>
  order.field.customId !== null && isFromEnd && until === undefined && canHold({ order, filter }, 'values');

const behindValues = ({ isDescending }: Order): Cursor => ({
  key: null,
  id: isDescending ? Number.MAX_SAFE_INTEGER : 0,
});

const inListOrder = (rows: readonly WindowRow[], isFromEnd: boolean) =>
  isFromEnd ? rows.toReversed() : rows;

/**
 * Cuts off the extra lead, which was read only to get the stop cursor: when reading forward, the cursor is at
 * the last lead shown; when reading backward, at the first lead not shown.
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
 * Selects a segment's rows, and the last scanned cursor if too few leads match. Uses a single statement, so
 * everything comes from one snapshot.
 */
function segmentRows(list: WindowedList, { wanted, ...part }: SegmentPart, fields: FieldSet): Statement {
  const { workspace, owner, filter, order } = list;
  const source = sourceOf(list, part.range, part.segment);
  const sorted = sql`order by ${direction(order, part.isFromEnd, source)}`;
  const { at, leads } = walkOf(workspace, source);
  const shown = sql`select ${at}.id, ${at}.key::text as key, ${storedLead(fields)} as stored`;
  const outer = sql`order by ${direction(order, part.isFromEnd, { ...source, key: sql`${at}.key`, id: sql`${at}.id` })}`;
  if (isEverything(filter) && (owner === null || source.hasOwner) && !source.isSparse)
    return sql`${shown} from ${leads(sql`${sorted} limit ${maxWindow}`)} ${outer} limit ${wanted}`;
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

/**
 * Returns whether a segment can contain matches. A condition on the sort field can rule the segment out, and
 * then nothing in it is scanned.
 */
function canHold({ filter, order }: Pick<WindowedList, 'filter' | 'order'>, segment: Segment): boolean {
  if (!('all' in filter)) return true;
  return filter.all.every((one) => {
    if (!('operator' in one) || one.field.alias !== order.field.alias) return true;
    return segment === 'empty' ? !neverEmpty.has(one.operator) : one.operator !== 'is_empty';
  });
}
