import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../../lib/ids.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import type { Page } from '../../paging/index.ts';
import { firstIdOf, maxPageInBlockLimit, maxPageLimit } from '../counts/count-block-store.ts';
import { staleMark } from '../record/lead-wire.ts';
import type { Filter } from './filter.ts';
import { filterCondition, narrowCondition, orderColumn } from './filter-store.ts';
import type { Order } from './order.ts';
import { candidateIds } from './search-store.ts';

export interface LeadQuery {
  readonly workspace: WorkspaceId;
  readonly owner: UserId | null;
  readonly filter: Filter;
  readonly order: Order;
  readonly page: Page;
}

export interface StoredPage {
  readonly total: number;
  readonly leads: string;
}

/**
 * Settings for the rest of the transaction. The timeout is shorter than for other statements
 * (db/tenancy/roles.ts) but long enough to scan a few million leads. There are no parallel workers, so one
 * workspace's searches don't use up the CPU.
 */
const searchLimits = sql`
  select set_config('statement_timeout', '10s', true), set_config('max_parallel_workers_per_gather', '0', true)`;

/** Selects a row of `leads l` in the form that `presentWire` expects. */
export const storedLead = ({ since, version }: FieldSet): Statement => sql`
  case when l.field_set between ${since} and ${version} then '' else ${staleMark} end || '{"id":' || l.id || ',' || l.wire`;

/** Uses a single statement, so the page and the total come from the same snapshot. */
export async function selectPage(
  transaction: Transaction,
  query: LeadQuery,
  fields: FieldSet,
): Promise<StoredPage> {
  const { workspace, owner, filter, order, page } = query;
  const mine = owner === null ? sql`` : sql`and l.owner_id = ${owner}`;
  const rows = sql`leads l where l.workspace_id = ${workspace} ${mine}`;
  const window = sql`order by ${sorting(order, workspace)} limit ${page.limit} offset ${page.start}`;
  const joined = (from: Statement) => sql`array_to_string(array(
    select ${storedLead(fields)} from ${from}), ',')`;
  if ('all' in filter && filter.all.length === 0) {
    const listed = unfilteredRows(query, rows, window);
    return transaction.one(
      sql`select ${countedTotal(workspace, owner)} as total, ${joined(listed)} as leads`,
    );
  }
  const matching = sql`${rows} and ${filterCondition(filter, workspace)}`;
  const walked = page.start === 0 ? sql`${matching} ${window}` : passedBy(workspace, order, matching, window);
  const gathered = (from: Statement) => joined(sql`(select * from ${from} offset 0) l ${window}`);
  const search = async (statement: Statement) => {
    const [, found] = await Promise.all([
      transaction.ahead(searchLimits),
      transaction.one<StoredPage>(statement),
    ]);
    return found;
  };
  const ids = candidates(query, rows);
  if (!ids)
    return search(sql`
      with matches as materialized (select count(*) as total from ${matching})
      select total, case when total <= ${maxGathered}
        then ${gathered(matching)} else ${joined(walked)} end as leads
      from matches`);
  const among = sql`${matching} and l.id = any((select ids from candidates)::bigint[])`;
  return search(sql`
    with candidates as materialized (select ${ids} as ids),
    matches as materialized (select ids is not null as is_found, case when ids is not null
      then (select count(*) from ${among}) else (select count(*) from ${matching}) end as total from candidates)
    select total, case when is_found then ${gathered(among)} when total <= ${maxGathered}
      then ${gathered(matching)} else ${joined(walked)} end as leads
    from matches`);
}

/** Returns leads after an ID, ordered by ID. The cost doesn't depend on the position. */
export function selectStretch(
  transaction: Transaction,
  {
    workspace,
    owner,
    filter,
    after,
    most,
  }: Pick<LeadQuery, 'workspace' | 'owner' | 'filter'> & { after: number; most: number },
  fields: FieldSet,
): Promise<{ leads: string; count: number; last: number | null }> {
  const mine = owner === null ? sql`` : sql`and l.owner_id = ${owner}`;
  return transaction.one(sql`
    with stretch as (
      select l.id, ${storedLead(fields)} as stored
      from leads l where l.workspace_id = ${workspace} ${mine} and l.id > ${after}
        and ${filterCondition(filter, workspace)}
      order by l.id limit ${most})
    select coalesce(string_agg(stored, ',' order by id), '') as leads, count(*) as count, max(id) as last from stretch`);
}

/**
 * Returns the IDs that a text search finds, or null if there are too many. Also returns null, without
 * searching, if another condition leaves so few leads that checking them is cheaper. The limit is inlined
 * because the planner needs its value.
 */
function candidates({ workspace, owner, filter }: LeadQuery, rows: Statement): Statement | undefined {
  const ids = candidateIds(filter);
  const narrow = narrowCondition(filter, workspace);
  if (!ids || (!narrow && owner === null)) return ids;
  return sql`case when (select count(*) from (
      select from ${rows} and ${narrow ?? sql`true`} limit 1001) few) > 1000 then ${ids} end`;
}

/**
 * Up to this many matches are gathered first and then sorted (`offset 0` separates the steps). The planner's
 * statistics cover all workspaces, so without this it would scan a large workspace in sort order and expect
 * to find enough matches soon.
 */
const maxGathered = 10_000;

/**
 * Selects a page without a filter. The inlined inner limit bounds a first page sorted by ID. If the limit
 * were a parameter, PostgreSQL would plan the statement again each time, which costs as much as running it.
 */
function unfilteredRows({ workspace, owner, order, page }: LeadQuery, rows: Statement, window: Statement) {
  if (order.field.alias !== 'id')
    return page.start === 0 ? sql`${rows} ${window}` : passedBy(workspace, order, rows, window);
  if (page.start === 0) {
    const sorted = sql`order by ${sorting(order, workspace)}`;
    return sql`(select l.id, l.field_set, l.wire from ${rows} ${sorted} limit ${maxPageLimit}) l ${window}`;
  }
  if (owner !== null) return sql`${rows} ${window}`;
  return order.isDescending ? deepRowsFromEnd(workspace, page) : deepRows(workspace, page);
}

/** Skips rows using the index alone; only the page's rows are fetched from the table. */
const passedBy = (workspace: WorkspaceId, order: Order, rows: Statement, window: Statement): Statement => sql`
  (select l.id from ${rows} ${window}) shown
  join leads l on l.workspace_id = ${workspace} and l.id = shown.id order by ${sorting(order, workspace)}`;

/** One index serves both directions: the ID has the same direction, and empty values keep their place in it. */
function sorting({ field, isDescending }: Order, workspace: WorkspaceId): Statement {
  const direction = isDescending ? sql`desc` : sql`asc`;
  if (field.alias === 'id') return sql`l.id ${direction}`;
  return sql`${orderColumn(field, workspace)} ${direction}, l.id ${direction}`;
}

/** Adds folded counts and open deltas. The total is exact at any time (docs/design/leads-storage.md). */
export function countedTotal(workspace: WorkspaceId, owner: UserId | null): Statement {
  const open = owner === null ? sql`` : sql`and owner_id = ${owner}`;
  return sql`(
    coalesce((select count from lead_counts where workspace_id = ${workspace} and owner_id = ${owner ?? -1}), 0)
    + coalesce((select sum(delta) from lead_count_deltas where workspace_id = ${workspace} ${open}), 0))::bigint`;
}

/**
 * Selects a deep page sorted by ID. The counts locate the block in which the page starts, so only rows within
 * that block are skipped. The inner limit is inlined, because the planner must know that few rows are needed.
 * COALESCE is inside the sub-select, because next to the ID it counts as leaky, so row-level security would
 * prevent using the index.
 */
function deepRows(workspace: WorkspaceId, { start, limit }: Page): Statement {
  const here = blockAt(workspace, start, sql`asc`);
  return sql`(
      select l.id, l.field_set, l.wire from leads l
      where l.workspace_id = ${workspace} and l.id >= (select ${firstIdOf(sql`coalesce(max(block), 0)::bigint`)} from ${here} h)
      order by l.id limit ${maxPageInBlockLimit}) l
    order by l.id limit ${limit} offset ${start} - coalesce((select before from ${here} h), 0)`;
}

function deepRowsFromEnd(workspace: WorkspaceId, { start, limit }: Page): Statement {
  const here = blockAt(workspace, start, sql`desc`);
  return sql`(
      select l.id, l.field_set, l.wire from leads l
      where l.workspace_id = ${workspace} and l.id < (select ${firstIdOf(sql`(coalesce(max(block), 0)::bigint + 1)`)} from ${here} h)
      order by l.id desc limit ${maxPageInBlockLimit}) l
    order by l.id desc limit ${limit} offset ${start} - coalesce((select before from ${here} h), 0)`;
}

/**
 * Returns the block that contains the lead at a position, counted from one end, and how many leads precede
 * the block.
 */
const blockAt = (workspace: WorkspaceId, start: number, direction: Statement): Statement => sql`(
    select block, before from (
      select block, sum(n) over (order by block ${direction}) - n as before from (
        select block, sum(n)::bigint as n from (
          select block, count as n from lead_blocks where workspace_id = ${workspace}
          union all
          select block, delta from lead_count_deltas where workspace_id = ${workspace}) counts
        group by block having sum(n) > 0) blocks) runs
    where before <= ${start} order by before desc limit 1)`;

export async function countLeadsOf(
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(
    sql`select ${countedTotal(workspace, owner)} as count`,
  );
  return count;
}
