import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { RunId, UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { isUnresolved } from '../runs/index.ts';

/** A workflow whose latest runs failed and weren't retried. */
export interface FailingWorkflow {
  readonly id: WorkflowId;
  readonly name: string;
  readonly since: Date;
  /** The latest failed run that wasn't retried. */
  readonly run: RunId;
  readonly error: string | null;
  /** Failed runs since the last one that succeeded, up to a limit. */
  readonly runs: number;
}

/** Requests that a listener rejected for one reason. */
export interface RejectedRequests {
  readonly id: WorkflowId;
  readonly name: string;
  readonly reason: string;
  readonly count: number;
  /** The IP address, if all of them came from the same one. */
  readonly address: string | null;
  readonly since: Date;
}

const ownedBy = (owner: UserId | null): Statement =>
  owner === null ? sql`` : sql`and w.owner_id = ${owner}`;

/** Returns failing workflows, those that have been failing the longest first. */
export const selectFailing = (
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId | null,
  { most, maxRuns }: { most: number; maxRuns: number },
): Promise<FailingWorkflow[]> =>
  transaction.query(sql`
    select w.id, w.name, w.failing_since as since, latest.id as run, left(latest.error, 300) as error, failed.runs
    from workflows w
    cross join lateral (
      select count(*)::int as runs from (
        select is_unresolved, count(*) filter (where status = 'succeeded') over (order by id desc) as successes
        from (select r.id, r.status, ${isUnresolved} as is_unresolved from runs r
              where r.workspace_id = w.workspace_id and r.workflow_id = w.id
              order by r.id desc limit ${maxRuns}) newest) counted
      where is_unresolved and successes = 0) failed
    cross join lateral (
      select r.id, r.error from runs r
      where r.workspace_id = w.workspace_id and r.workflow_id = w.id and ${isUnresolved}
      order by r.id desc limit 1) latest
    where w.workspace_id = ${workspace} and w.failing_since is not null and w.enabled and failed.runs > 0
      ${ownedBy(owner)}
    order by w.failing_since limit ${most}`);

/** Returns rejections by workflow and reason, the most frequent first. The number stored is limited. */
export const selectRejected = (
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId | null,
  { since, least, most }: { since: Date; least: number; most: number },
): Promise<RejectedRequests[]> =>
  transaction.query(sql`
    select w.id, w.name, q.reason, count(*)::int as count, min(q.at) as since,
           case when count(distinct q.address) = 1 then min(q.address) end as address
    from refused_requests q
    join listeners l on l.workspace_id = q.workspace_id and l.id = q.listener_id
    join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
    where q.workspace_id = ${workspace} and q.at >= ${since} ${ownedBy(owner)}
    group by w.id, w.name, q.reason having count(*) >= ${least}
    order by count(*) desc, w.id limit ${most}`);
