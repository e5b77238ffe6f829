import { type Statement, sql } from '../../../../db/driver/sql.ts';
import type { Transaction } from '../../../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../../../lib/ids.ts';
import type { FieldSet } from '../../../lead-fields/index.ts';
import {
  filterCondition,
  isFoundByValue,
  narrowColumns,
  orderColumn,
  valueCondition,
} from '../filter-store.ts';
import { countedTotal, storedLead } from '../lead-list-store.ts';
import { candidateIds } from '../search-store.ts';
import type { Cursor } from './cursor.ts';
import { rangeCondition, segmentsOf } from './window-range-store.ts';
import type { WindowedList } from './window-source-store.ts';
import {
  cutWindow,
  type FoundWindow,
  isEverything,
  type LeadWindow,
  maxLookedAt,
  type WindowRow,
} from './window-store.ts';

/**
 * How to read a list. `walk` scans it in its sort order. The others first gather the few leads that meet a
 * condition: `narrow` uses conditions on columns, `search` a substring search, and a number is the filter
 * index of a condition on a custom field.
 */
export type ScanStrategy = 'walk' | 'narrow' | 'search' | number;

/** How many leads a list has, if that is cheap to determine, and how to read the list. */
export interface Survey {
  readonly total: number;
  /** If false, `total` is a lower bound. */
  readonly isExact: boolean;
  readonly strategy: ScanStrategy;
}

/** If a list is too long to count, this many leads are sampled to get a lower bound. */
const sampled = 5_000;

const rowsOf = ({ workspace, owner }: WindowedList): Statement =>
  sql`leads l where l.workspace_id = ${workspace} ${owner === null ? sql`` : sql`and l.owner_id = ${owner}`}`;

/**
 * Returns the first strategy that is cheap. For each strategy, it scans no more leads than a single window
 * may.
 */
export async function surveyList(transaction: Transaction, list: WindowedList): Promise<Survey> {
  const { workspace, owner, filter } = list;
  if (isEverything(filter)) {
    const { total } = await transaction.one<{ total: number }>(
      sql`select ${countedTotal(workspace, owner)} as total`,
    );
    return { total, isExact: true, strategy: owner !== null && total <= maxLookedAt ? 'narrow' : 'walk' };
  }
  const narrow = narrowColumns(filter, workspace);
  const isNarrow = narrow !== undefined || owner !== null;
  const rows = narrow ? sql`${rowsOf(list)} and ${narrow}` : rowsOf(list);
  const first = isNarrow ? await lookAt(transaction, list, rows) : undefined;
  if (first?.isExact) return { ...first, strategy: 'narrow' };
  const found = await searched(transaction, list);
  if (found !== undefined) return { total: found, isExact: true, strategy: 'search' };
  for (const [strategy, values] of valuesOf(list)) {
    if (!(await areFew(transaction, values))) continue;
    const among = sql`${rowsOf(list)} and l.id = any(array(${values}))`;
    return { ...(await lookAt(transaction, list, among)), isExact: true, strategy };
  }
  const last = first ?? (await lookAt(transaction, list, rows));
  return { ...last, strategy: last.isExact ? 'narrow' : 'walk' };
}

async function areFew(transaction: Transaction, values: Statement): Promise<boolean> {
  const { count } = await transaction.one<{ count: number }>(
    sql`select count(*) as count from (${values} limit 20001) v`,
  );
  return count <= maxLookedAt;
}

/**
 * Returns whether there are few of these leads, and how many of them match. If there are many, only a sample
 * is scanned.
 */
async function lookAt(
  transaction: Transaction,
  { workspace, filter }: WindowedList,
  rows: Statement,
): Promise<Omit<Survey, 'strategy'>> {
  const { isFew } = await transaction.one<{ isFew: boolean }>(
    sql`select count(*) <= ${maxLookedAt} as "isFew" from (select from ${rows} limit 20001) l`,
  );
  const { total } = await transaction.one<{ total: number }>(sql`
    select count(*) filter (where ${filterCondition(filter, workspace, 'each')}) as total
    from (select l.* from ${rows} limit ${isFew ? maxLookedAt : sampled}) l`);
  return { total, isExact: isFew };
}

/** Counts the matches of a text search; undefined if text search can't be used. */
async function searched(transaction: Transaction, list: WindowedList): Promise<number | undefined> {
  const ids = candidateIds(list.filter);
  if (!ids) return undefined;
  const { total } = await transaction.one<{ total: number | null }>(sql`
    with candidates as materialized (select ${ids} as ids)
    select case when ids is not null then (
      select count(*) from ${rowsOf(list)} and l.id = any((select ids from candidates)::bigint[])
        and ${filterCondition(list.filter, list.workspace, 'each')}) end as total from candidates`);
  return total ?? undefined;
}

/** Returns the conditions on custom fields that an index can serve, each with its index in the filter. */
function valuesOf({ workspace, filter }: WindowedList): [number, Statement][] {
  if (!('all' in filter)) return [];
  return filter.all.flatMap((one, index): [number, Statement][] =>
    'operator' in one && isFoundByValue(one)
      ? [
          [
            index,
            sql`select v.lead_id from lead_values v
              where v.workspace_id = ${workspace} and v.field_id = ${one.field.customId} and ${valueCondition(one)}`,
          ],
        ]
      : [],
  );
}

function gathered(list: WindowedList, strategy: ScanStrategy): Statement {
  const { workspace, filter, order } = list;
  const all = sql`${rowsOf(list)} and ${filterCondition(filter, workspace, 'each')}`;
  const narrow = narrowColumns(filter, workspace) ?? sql`true`;
  const values = typeof strategy === 'number' ? new Map(valuesOf(list)).get(strategy) : undefined;
  const by = values
    ? sql`l.id = any(array(${values}))`
    : strategy === 'search'
      ? among(workspace, candidateIds(filter))
      : narrow;
  return sql`(select l.id, l.field_set, l.wire, ${orderColumn(order.field, workspace)} as key from ${all} and ${by} offset 0) l`;
}

/**
 * Restricts a list to the leads that a search found. If there are too many by now, every lead is checked,
 * which is slower but still correct. It is a sub-select because COALESCE next to the ID counts as leaky, so
 * row-level security would prevent using the index.
 */
const among = (workspace: WorkspaceId, ids: Statement | undefined): Statement =>
  ids === undefined
    ? sql`true`
    : sql`l.id = any((
        select coalesce(${ids}, array(select o.id from leads o where o.workspace_id = ${workspace})))::bigint[])`;

export async function gatherWindow(
  transaction: Transaction,
  list: WindowedList,
  strategy: ScanStrategy,
  { range, isFromEnd, most }: LeadWindow,
  fields: FieldSet,
): Promise<FoundWindow> {
  const columns = { key: sql`l.key`, id: sql`l.id` };
  const inRange = segmentsOf(list.order, range)
    .map((segment) => sql`(${rangeCondition(list.order, range, segment, columns)})`)
    .reduce((done, part) => sql`${done} or ${part}`, sql`false`);
  const rows = await transaction.query<WindowRow>(sql`
    select l.id, l.key::text as key, ${storedLead(fields)} as stored from ${gathered(list, strategy)}
    where ${inRange} order by ${sorting(list, isFromEnd)} limit ${most + 1}`);
  return cutWindow(rows, most, isFromEnd);
}

/** Sorts leads without a value last, in both directions. */
function sorting({ order: { field, isDescending } }: WindowedList, isFromEnd: boolean): Statement {
  const direction = isDescending === isFromEnd ? sql`asc` : sql`desc`;
  if (field.alias === 'id') return sql`l.id ${direction}`;
  return sql`l.key ${direction} ${isFromEnd ? sql`nulls first` : sql`nulls last`}, l.id ${direction}`;
}

/** Returns a cursor for every nth lead in a short list, so its parts can be read in any order. */
export function selectMarks(
  transaction: Transaction,
  list: WindowedList,
  strategy: ScanStrategy,
  every: number,
): Promise<Cursor[]> {
  const { workspace, order } = list;
  const leads =
    strategy === 'walk'
      ? sql`(select l.id, ${orderColumn(order.field, workspace)} as key from ${rowsOf(list)} offset 0) l`
      : gathered(list, strategy);
  return transaction.query<Cursor>(sql`
    select id, key::text as key from (
      select l.id, l.key, row_number() over (order by ${sorting(list, false)}) as number from ${leads}) l
    where number % ${every} = 0 order by number`);
}

export async function countMatches(transaction: Transaction, list: WindowedList): Promise<number> {
  const { total } = await transaction.one<{ total: number }>(
    sql`select count(*) as total from ${rowsOf(list)} and ${filterCondition(list.filter, list.workspace)}`,
  );
  return total;
}
