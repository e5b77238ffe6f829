import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { firstUuid7 } from '../../lib/crypto/uuid7.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import { isUnresolved, slotOf } from '../runs/index.ts';

/** Returns how many days Hark keeps a workspace's finished runs. */
export const selectRunRetention = async (
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<number> => {
  const { days } = await transaction.one<{ days: number }>(
    sql`select run_retention_days as days from workspace_settings where workspace_id = ${workspace}`,
  );
  return days;
};

/** A time range in slots of equal length. */
export interface FiguresScope {
  readonly workspace: WorkspaceId;
  /** The owner whose workflows to count; null for all. */
  readonly owner: UserId | null;
  readonly since: Date;
  readonly slots: number;
  readonly slotSeconds: number;
  /** The first slot of the current period. The slots before it are for comparison. */
  readonly firstCurrent: number;
  /** The max runs to read. If there are more, only the newest are read. */
  readonly most: number;
}

/** Runs of one slot, or of a whole period if `slot` is null. Durations don't include cancelled runs. */
export interface RunFigures {
  readonly slot: number | null;
  readonly isCurrent: boolean | null;
  readonly accepted: number;
  readonly runs: number;
  readonly failed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

const ownedBy = (owner: UserId | null): Statement =>
  owner === null ? sql`` : sql`and w.owner_id = ${owner}`;

/** Selects runs by ID, which starts with the time, so no older rows are read. A retry isn't a request. */
export const selectRunFigures = (transaction: Transaction, scope: FiguresScope): Promise<RunFigures[]> =>
  transaction.query(sql`
    select slot, is_current as "isCurrent",
           count(*) filter (where is_request)::int as accepted,
           count(*)::int as runs,
           count(*) filter (where is_unresolved)::int as failed,
           percentile_disc(0.5) within group (order by took) as "p50Ms",
           percentile_disc(0.95) within group (order by took) as "p95Ms"
    from (
      select slot, slot >= ${scope.firstCurrent} as is_current, is_request, is_unresolved,
             case when status in ('succeeded', 'failed')
               then round(extract(epoch from ended_at - accepted_at) * 1000)::float8 end as took
      from (
        select ${slotOf(sql`r.accepted_at`, scope)} as slot, r.status, r.accepted_at, r.ended_at,
               r.listener_id is not null and r.retry_of is null as is_request, ${isUnresolved} as is_unresolved
        from runs r
        where r.workspace_id = ${scope.workspace} and r.id >= ${firstUuid7(scope.since.getTime())}::uuid
          and exists (select from workflows w
                      where w.workspace_id = r.workspace_id and w.id = r.workflow_id ${ownedBy(scope.owner)})
        order by r.id desc limit ${scope.most}) newest) counted
    group by grouping sets ((slot), (is_current))`);

/** Returns stored rejections by listener and slot. */
export const selectRejectedFigures = (
  transaction: Transaction,
  scope: FiguresScope,
): Promise<{ listener: number; slot: number; count: number }[]> =>
  transaction.query(sql`
    select q.listener_id as listener, ${slotOf(sql`q.at`, scope)} as slot, count(*)::int as count
    from refused_requests q
    join listeners l on l.workspace_id = q.workspace_id and l.id = q.listener_id
    join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
    where q.workspace_id = ${scope.workspace} and q.at >= ${scope.since} ${ownedBy(scope.owner)}
    group by 1, 2`);
