import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { firstUuid7 } from '../../lib/crypto/uuid7.ts';
import type { RunId, UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { tokenRefusals } from '../listeners/index.ts';
import { answerWaitMs, type ChartPeriod, type runStatuses, slotOf } from '../runs/index.ts';

/** Filters requests. Null matches everything. */
export interface RequestScope {
  readonly owner: UserId | null;
  readonly workflow: WorkflowId | null;
  /**
   * Whether this is the activity of a workflow, where requests that failed the token check don't appear
   * (spec/listeners §5.4).
   */
  readonly isActivity: boolean;
  readonly since: Date | null;
  readonly until: Date | null;
  readonly method: string | null;
  /** The first digit of the HTTP status. */
  readonly statusClass: number | null;
  /** The start of an IP address, a part of a workflow's name, or a run's ID. */
  readonly search: string | null;
}

/** What is known about every request. Null for requests that an earlier version stored. */
interface RequestRow {
  readonly at: Date;
  readonly method: string | null;
  /** The HTTP status of the response. Null while the caller waits for the workflow's response. */
  readonly http_status: number | null;
  readonly address: string | null;
  readonly content_type: string | null;
  readonly bytes: number | null;
  readonly workflow_id: WorkflowId;
  readonly workflow_name: string;
}

/** A request that became a run. */
export interface AcceptedRow extends RequestRow {
  readonly id: RunId;
  readonly status: (typeof runStatuses)[number];
  /** Whether another run has replaced the failed one. */
  readonly is_retried: boolean;
}

/**
 * A request that its listener rejected. No token, cookie, credential or body is stored (spec/listeners §5.4).
 */
export interface RefusedRow extends RequestRow {
  readonly id: number;
  readonly reason: string;
  /** The check that failed, and why. Set only for token and origin checks. */
  readonly failed_check: string | null;
  readonly failed_detail: string | null;
  readonly header_names: string[];
}

/** When a waiting caller stops waiting. */
const waitEnd = sql`r.accepted_at + ${answerWaitMs} * interval '1 ms'`;

const params = (value: unknown, condition: Statement) => (value === null ? sql`` : sql`and ${condition}`);

/**
 * The HTTP status of an accepted request. The caller waits at most `answerWaitMs` for a `respond` step, and
 * then gets a 202 (spec/listeners §7.1, §7.2).
 */
const acceptedStatus = sql`
  case when not r.is_awaited then 200
       when r.answered_at < ${waitEnd} then r.answer_status
       when r.answered_at is null and r.ended_at < ${waitEnd}
         then case r.status when 'succeeded' then 200 else 500 end
       when ${waitEnd} < now() then 202 end`;

/**
 * Selects runs that a request started. A retry has the same listener as the run it retries, but isn't
 * counted.
 */
const accepted = (workspace: WorkspaceId, scope: RequestScope): Statement => sql`
  from runs r
  join listeners l on l.workspace_id = r.workspace_id and l.id = r.listener_id
  join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
  where r.workspace_id = ${workspace} and r.retry_of is null
    ${params(scope.workflow, sql`r.workflow_id = ${scope.workflow}`)}
    ${params(scope.owner, sql`w.owner_id = ${scope.owner}`)}
    ${params(scope.since, sql`r.id >= ${scope.since && firstUuid7(scope.since.getTime())}::uuid`)}
    ${params(scope.until, sql`r.id < ${scope.until && firstUuid7(scope.until.getTime())}::uuid`)}
    ${params(scope.method, sql`r.method = ${scope.method}`)}
    ${params(scope.statusClass, sql`${acceptedStatus} / 100 = ${scope.statusClass}`)}
    ${params(scope.search, sql`(${matches(sql`r.address`, scope.search)} or r.id::text = lower(${scope.search}))`)}`;

const refused = (workspace: WorkspaceId, scope: RequestScope): Statement => sql`
  from refused_requests q
  join listeners l on l.workspace_id = q.workspace_id and l.id = q.listener_id
  join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
  where q.workspace_id = ${workspace}
    ${params(scope.workflow, sql`w.id = ${scope.workflow}`)}
    ${scope.isActivity ? sql`and q.reason <> all(${tokenRefusals}::text[])` : sql``}
    ${params(scope.owner, sql`w.owner_id = ${scope.owner}`)}
    ${params(scope.since, sql`q.at >= ${scope.since}`)}
    ${params(scope.until, sql`q.at < ${scope.until}`)}
    ${params(scope.method, sql`q.method = ${scope.method}`)}
    ${params(scope.statusClass, sql`q.status / 100 = ${scope.statusClass}`)}
    ${params(scope.search, matches(sql`q.address`, scope.search))}`;

const matches = (address: Statement, search: string | null): Statement =>
  sql`(starts_with(${address}, ${search}) or position(lower(${search}) in lower(w.name)) > 0)`;

const acceptedColumns = sql`
  r.id, r.accepted_at as at, r.status, r.retried_as is not null as is_retried, r.method, ${acceptedStatus} as http_status, r.address, r.content_type,
  r.body_bytes as bytes, w.id as workflow_id, w.name as workflow_name`;
const refusedColumns = sql`
  q.id, q.at, q.method, q.status as http_status, q.reason, q.failed_check, q.failed_detail, q.address, q.content_type,
  q.body_bytes as bytes, q.header_names, w.id as workflow_id, w.name as workflow_name`;

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
      /** The respond step's encrypted response. Null without one, and if it came too late for the caller. */
      answer: string | null;
      /** When the response was sent. Null if it was sent immediately, or not yet. */
      responded_at: Date | null;
    })
  | undefined
> =>
  transaction.first(sql`
    select ${acceptedColumns}, w.owner_id, r.input, l.first_hash, l.second_hash,
      case when r.is_awaited and r.answered_at < ${waitEnd} then r.answer end as answer,
      case when r.is_awaited and ${waitEnd} < now()
           then least(coalesce(r.answered_at, r.ended_at), ${waitEnd})
           when r.is_awaited then coalesce(r.answered_at, r.ended_at) end as responded_at,
      (select s.template_values_version from workspace_settings s where s.workspace_id = ${workspace})
    ${accepted(workspace, everything)} and r.id = ${run}::uuid`);

/** Also counts stored requests from the same IP address that the listener rejected for the same reason. */
export const selectRefusedOne = (
  transaction: Transaction,
  workspace: WorkspaceId,
  id: number,
): Promise<(RefusedRow & { owner_id: UserId; same: number }) | undefined> =>
  transaction.first(sql`
    select ${refusedColumns}, w.owner_id,
      (select count(*) from refused_requests o
       where o.workspace_id = q.workspace_id and o.listener_id = q.listener_id and o.id <> q.id
         and o.address = q.address and o.reason = q.reason
         and o.failed_check is not distinct from q.failed_check) as same
    ${refused(workspace, everything)} and q.id = ${id}`);

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

const everything: RequestScope = {
  owner: null,
  workflow: null,
  isActivity: false,
  since: null,
  until: null,
  method: null,
  statusClass: null,
  search: null,
};

/**
 * Returns accepted requests per slot. Counts only the newest ones, up to a limit, because each is a row.
 */
export const countAccepted = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RequestScope,
  period: ChartPeriod,
  most: number,
): Promise<{ slot: number; count: number }[]> =>
  transaction.query(sql`
    select ${slotOf(sql`at`, period)} as slot, count(*) as count
    from (select r.accepted_at as at ${accepted(workspace, scope)} order by r.id desc limit ${most}) newest
    group by 1 order by 1`);

/**
 * Returns rejected requests by slot and reason. The number stored is limited
 * (docs/design/request-inspector.md).
 */
export const countRefused = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RequestScope & { readonly reason: string | null },
  period: ChartPeriod,
): Promise<{ slot: number; reason: string; count: number }[]> =>
  transaction.query(sql`
    select ${slotOf(sql`q.at`, period)} as slot, q.reason, count(*) as count ${refused(workspace, scope)}
      ${params(scope.reason, sql`q.reason = ${scope.reason}`)}
    group by 1, 2 order by 1`);

/** Counts requests that a listener rejected, by reason. */
export const countReasons = (
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  since: Date,
): Promise<{ reason: string; count: number }[]> =>
  transaction.query(sql`
    select q.reason, count(*) as count ${refused(workspace, { ...everything, workflow, since })} group by 1`);
