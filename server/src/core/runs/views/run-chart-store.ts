import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId, UserId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunStatus } from '../model/run.ts';

/** How many runs with one status were accepted in a time slot. */
export interface RunCount {
  readonly slot: number;
  readonly status: RunStatus;
  readonly count: number;
}

/** The time from acceptance to end. `slot` is null for all slots together. */
export interface RunLatency {
  readonly slot: number | null;
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface ChartScope {
  readonly since: Date;
  /** The smallest possible run ID at the time `since`. */
  readonly first: RunId;
  readonly slotSeconds: number;
  readonly owner: UserId | null;
  readonly workflow: WorkflowId | null;
  /** The max runs to read. If there are more, only the newest are read. */
  readonly most: number;
}

/** Selects runs since `since` by ID. An ID starts with the time, so no older rows are read. */
function newest(workspace: WorkspaceId, scope: ChartScope): Statement {
  const { since, first, slotSeconds, owner, workflow, most } = scope;
  const mine =
    owner === null
      ? sql``
      : sql`and exists (select from workflows w
              where w.workspace_id = ${workspace} and w.id = r.workflow_id and w.owner_id = ${owner})`;
  return sql`
    select floor(extract(epoch from r.accepted_at - ${since}::timestamptz) / ${slotSeconds})::int as slot,
           r.status, r.accepted_at, r.ended_at
    from runs r
    where r.workspace_id = ${workspace} and r.id >= ${first}::uuid
      ${workflow === null ? sql`` : sql`and r.workflow_id = ${workflow}`} ${mine}
    order by r.id desc limit ${most}`;
}

export const selectRunCounts = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: ChartScope,
): Promise<RunCount[]> =>
  transaction.query(
    sql`select slot, status, count(*) as count from (${newest(workspace, scope)}) newest group by 1, 2`,
  );

/** Omits cancelled runs, because their duration isn't meaningful. */
export const selectRunLatency = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: ChartScope,
): Promise<RunLatency[]> =>
  transaction.query(sql`
    select slot, count(*) as count,
           percentile_disc(0.5) within group (order by took) as "p50Ms",
           percentile_disc(0.95) within group (order by took) as "p95Ms"
    from (select slot, round(extract(epoch from ended_at - accepted_at) * 1000)::float8 as took
          from (${newest(workspace, scope)}) newest where status in ('succeeded', 'failed')) ended
    group by grouping sets ((slot), ()) having count(*) > 0`);
