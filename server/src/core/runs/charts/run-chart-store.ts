import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { type RunScope, scopeCondition } from '../list/run-scope-store.ts';
import { runStatuses } from '../model/run.ts';
import { isUnresolved } from '../model/unresolved-store.ts';
import type { ChartPeriod } from './chart-period.ts';

/** The statuses in charts: a failed run that was retried counts on its own, because it needs no attention. */
export const chartedStatuses = [...runStatuses, 'retried'] as const;

/** How many runs have a status. */
export interface StatusCount {
  readonly status: (typeof chartedStatuses)[number];
  readonly count: number;
}

/** How many runs with one status were accepted in a time slot. */
export interface RunCount extends StatusCount {
  readonly slot: number;
}

/** The time from acceptance to end. `slot` is null for all slots together. */
export interface RunLatency {
  readonly slot: number | null;
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Runs beyond this number aren't counted: the chart would look the same, and the query stays cheap. */
export const maxCounted = 100_000;

/** Returns the slot of a time. A time that the database's clock puts outside of the chart counts in its first or last slot. */
export const slotOf = (
  at: Statement,
  { since, slots, slotSeconds }: Pick<ChartPeriod, 'since' | 'slots' | 'slotSeconds'>,
): Statement =>
  sql`greatest(0, least(${slots - 1}::int,
    floor(extract(epoch from ${at} - ${since}::timestamptz) / ${slotSeconds})::int))`;

const newest = (workspace: WorkspaceId, scope: RunScope): Statement => sql`
  select r.status, r.accepted_at, r.ended_at,
         case when r.status = 'failed' and not (${isUnresolved}) then 'retried' else r.status end as charted
  from runs r where ${scopeCondition(workspace, scope)}
  order by r.id desc limit ${maxCounted}`;

/** Counts the runs of every status, including statuses that the filter leaves out. */
export const selectStatusCounts = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RunScope,
): Promise<StatusCount[]> =>
  transaction.query(sql`
    select charted as status, count(*) as count
    from (${newest(workspace, { ...scope, statuses: null })}) newest group by 1`);

export const selectRunCounts = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RunScope,
  period: ChartPeriod,
): Promise<RunCount[]> =>
  transaction.query(sql`
    select ${slotOf(sql`accepted_at`, period)} as slot, charted as status, count(*) as count
    from (${newest(workspace, scope)}) newest group by 1, 2`);

/** Omits cancelled runs, because their duration isn't meaningful. */
export const selectRunLatency = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RunScope,
  period: ChartPeriod,
): Promise<RunLatency[]> =>
  transaction.query(sql`
    select slot, count(*) as count,
           percentile_disc(0.5) within group (order by took) as "p50Ms",
           percentile_disc(0.95) within group (order by took) as "p95Ms"
    from (select ${slotOf(sql`accepted_at`, period)} as slot,
                 round(extract(epoch from ended_at - accepted_at) * 1000)::float8 as took
          from (${newest(workspace, scope)}) newest where status in ('succeeded', 'failed')) ended
    group by grouping sets ((slot), ()) having count(*) > 0`);
