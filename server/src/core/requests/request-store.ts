import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { firstUuid7 } from '../../lib/crypto/uuid7.ts';
import type { RunId, UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { runStatuses } from '../runs/index.ts';

/** Filters requests. Null matches everything. */
export interface RequestScope {
  readonly owner: UserId | null;
  readonly workflow: WorkflowId | null;
  readonly since: Date | null;
}

/**
 * A request that became a run. Its method and IP address aren't stored (docs/design/request-inspector.md).
 */
export interface AcceptedRow {
  readonly id: RunId;
  readonly at: Date;
  readonly status: (typeof runStatuses)[number];
  readonly bytes: number;
  readonly workflow_id: WorkflowId;
  readonly workflow_name: string;
}

/**
 * A request that its listener rejected. No token, cookie, credential or body is stored (spec/listeners §5.4).
 */
export interface RefusedRow {
  readonly id: number;
  readonly at: Date;
  readonly method: string;
  readonly reason: string;
  readonly address: string;
  readonly header_names: string[];
  readonly workflow_id: WorkflowId;
  readonly workflow_name: string;
}

const params = (value: unknown, condition: Statement) => (value === null ? sql`` : sql`and ${condition}`);

/**
 * Selects runs that a request started. A retry has the same listener as the run it retries, but isn't
 * counted.
 */
const accepted = (workspace: WorkspaceId, { owner, workflow, since }: RequestScope): Statement => sql`
  from runs r
  join listeners l on l.workspace_id = r.workspace_id and l.id = r.listener_id
  join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
  where r.workspace_id = ${workspace} and r.retry_of is null
    ${params(workflow, sql`r.workflow_id = ${workflow}`)}
    ${params(owner, sql`w.owner_id = ${owner}`)}
    ${params(since, sql`r.id >= ${since && firstUuid7(since.getTime())}::uuid`)}`;

const refused = (workspace: WorkspaceId, { owner, workflow, since }: RequestScope): Statement => sql`
  from refused_requests q
  join listeners l on l.workspace_id = q.workspace_id and l.id = q.listener_id
  join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
  where q.workspace_id = ${workspace}
    ${params(workflow, sql`w.id = ${workflow}`)}
    ${params(owner, sql`w.owner_id = ${owner}`)}
    ${params(since, sql`q.at >= ${since}`)}`;

const acceptedColumns = sql`
  r.id, r.accepted_at as at, r.status, octet_length(r.input) as bytes, w.id as workflow_id, w.name as workflow_name`;
const refusedColumns = sql`
  q.id, q.at, q.method, q.reason, q.address, q.header_names, w.id as workflow_id, w.name as workflow_name`;

/** Returns accepted requests, newest first. A run's ID starts with its time. */
export const selectAccepted = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RequestScope,
  { before, most }: { before: RunId | null; most: number },
): Promise<AcceptedRow[]> =>
  transaction.query(sql`
    select ${acceptedColumns} ${accepted(workspace, scope)} ${params(before, sql`r.id < ${before}::uuid`)}
    order by r.id desc limit ${most}`);

export const selectRefusedRequests = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RequestScope & { readonly reason: string | null },
  { before, most }: { before: number | null; most: number },
): Promise<RefusedRow[]> =>
  transaction.query(sql`
    select ${refusedColumns} ${refused(workspace, scope)}
      ${params(scope.reason, sql`q.reason = ${scope.reason}`)} ${params(before, sql`q.id < ${before}`)}
    order by q.id desc limit ${most}`);

/** Returns one accepted request with its input, its workflow's owner, and the data needed to mask secrets. */
export const selectAcceptedOne = (
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
): Promise<
  | (AcceptedRow & {
      owner_id: UserId;
      input: string;
      template_values_version: number;
      first_hash: string;
      second_hash: string;
    })
  | undefined
> =>
  transaction.first(sql`
    select ${acceptedColumns}, w.owner_id, r.input, l.first_hash, l.second_hash,
      (select s.template_values_version from workspace_settings s where s.workspace_id = ${workspace})
    ${accepted(workspace, everything)} and r.id = ${run}::uuid`);

export const selectRefusedOne = (
  transaction: Transaction,
  workspace: WorkspaceId,
  id: number,
): Promise<(RefusedRow & { owner_id: UserId }) | undefined> =>
  transaction.first(
    sql`select ${refusedColumns}, w.owner_id ${refused(workspace, everything)} and q.id = ${id}`,
  );

/** Returns a workspace's accepted requests per second. Counts only the newest ones, up to a limit. */
export const countBySecond = (
  transaction: Transaction,
  workspace: WorkspaceId,
  since: Date,
  most: number,
): Promise<{ second: Date; count: number }[]> =>
  transaction.query(sql`
    select date_trunc('second', at) as second, count(*) as count
    from (select r.accepted_at as at from runs r
          where r.workspace_id = ${workspace} and r.id >= ${firstUuid7(since.getTime())}::uuid
            and r.listener_id is not null and r.retry_of is null
          order by r.id desc limit ${most}) newest
    group by 1 order by 1`);

const everything: RequestScope = { owner: null, workflow: null, since: null };

/**
 * Returns accepted requests per minute. Counts only the newest ones, up to a limit, because each is a row.
 */
export const countAccepted = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RequestScope,
  most: number,
): Promise<{ minute: Date; count: number }[]> =>
  transaction.query(sql`
    select date_trunc('minute', at) as minute, count(*) as count
    from (select r.accepted_at as at ${accepted(workspace, scope)} order by r.id desc limit ${most}) newest
    group by 1 order by 1`);

/**
 * Returns rejected requests by minute and reason. The number stored is limited
 * (docs/design/request-inspector.md).
 */
export const countRefused = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RequestScope,
): Promise<{ minute: Date; reason: string; count: number }[]> =>
  transaction.query(sql`
    select date_trunc('minute', q.at) as minute, q.reason, count(*) as count ${refused(workspace, scope)}
    group by 1, 2 order by 1`);
