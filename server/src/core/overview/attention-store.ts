import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { ApiClientId, RunId, UserId, WebhookId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { isUnresolved } from '../runs/index.ts';
import type { DisabledReason } from '../webhooks/index.ts';

/** A workflow with failed runs that need attention. */
export interface FailingWorkflow {
  readonly id: WorkflowId;
  readonly name: string;
  /** Whether no run has succeeded since. */
  readonly isFailing: boolean;
  /** When the latest of these runs ended. */
  readonly last: Date;
  /** The latest of these runs. */
  readonly run: RunId;
  readonly error: string | null;
  /** The number of these runs, up to a limit. */
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
  readonly last: Date;
}

/** An event webhook whose deliveries fail, or that Hark disabled. */
export interface FailingWebhook {
  readonly id: WebhookId;
  readonly name: string;
  /** Null if it is still active. */
  readonly disabledReason: DisabledReason | null;
  /** When the first of the failed attempts was made. */
  readonly since: Date;
}

/** An enabled API client that expires soon or has expired. */
export interface ExpiringClient {
  readonly id: ApiClientId;
  readonly name: string;
  readonly expiresAt: Date;
}

/** What needs attention: problems since this time, and those of workflows that still fail. */
export interface AttentionScope {
  readonly since: Date;
  /** Only workflows of this user; null means all. */
  readonly owner: UserId | null;
}

const ownedBy = (owner: UserId | null): Statement =>
  owner === null ? sql`` : sql`and w.owner_id = ${owner}`;

const first = async (counted: Promise<{ count: number } | undefined>) => (await counted)?.count ?? 0;

/** When a workflow started to fail. Its first failed run may have ended moments earlier, hence the minute. */
const failingSince = sql`case when w.enabled then w.failing_since - interval '1 minute' end`;

/**
 * Selects from the failed runs that need attention, as `r` of workflow `w`. Runs that no one has retried need it for a
 * day, and as long as no run of the workflow succeeds. The navigation and Home both use this definition. The second
 * bound of `ended_at` is for the index `runs_failed`.
 */
const fromFailedRuns = (workspace: WorkspaceId, { since, owner }: AttentionScope): Statement => sql`
  from runs r join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
  where r.workspace_id = ${workspace} and ${isUnresolved} ${ownedBy(owner)}
    and r.ended_at >= least(${since}::timestamptz, ${failingSince})
    and r.ended_at >= (select least(${since}::timestamptz, min(${failingSince}))
                       from workflows w where w.workspace_id = ${workspace})`;

/** Returns workflows with failed runs that need attention, those that have been failing the longest first. */
export const selectFailing = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: AttentionScope,
  { most, maxRuns }: { most: number; maxRuns: number },
): Promise<FailingWorkflow[]> =>
  transaction.query(sql`
    select f.id, f.name, f.is_failing as "isFailing", f.last, f.run, left(r.error, 300) as error, f.runs
    from (
      select id, name, is_failing, min(ended_at) as since, max(ended_at) as last,
             (array_agg(run order by run desc))[1] as run, count(*)::int as runs
      from (select w.id, w.name, ${failingSince} is not null as is_failing, r.id as run, r.ended_at
            ${fromFailedRuns(workspace, scope)}
            order by r.ended_at desc limit ${maxRuns}) newest
      group by id, name, is_failing) f
    join runs r on r.workspace_id = ${workspace} and r.id = f.run
    order by f.is_failing desc, f.since limit ${most}`);

/** Counts failed runs that need attention, up to a limit. */
export const countFailedRuns = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: AttentionScope,
  most: number,
): Promise<number> =>
  first(
    transaction.first(sql`
      select count(*)::int as count from (select ${fromFailedRuns(workspace, scope)} limit ${most}) failed`),
  );

/** Fewer rejections for one reason usually come from trying out the listener. */
const minRejections = 3;

/**
 * Selects rejections by workflow and reason. The navigation and Home both count these. Few are stored per listener
 * (spec/listeners §5.4), so the primary key is index enough.
 */
const rejections = (workspace: WorkspaceId, { since, owner }: AttentionScope): Statement => sql`
  select w.id, w.name, q.reason, count(*)::int as count, max(q.at) as last,
         case when count(distinct q.address) = 1 then min(q.address) end as address
  from refused_requests q
  join listeners l on l.workspace_id = q.workspace_id and l.id = q.listener_id
  join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
  where q.workspace_id = ${workspace} and q.at >= ${since} ${ownedBy(owner)}
  group by w.id, w.name, q.reason having count(*) >= ${minRejections}`;

/** Returns rejections by workflow and reason, the most frequent first. */
export const selectRejected = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: AttentionScope,
  most: number,
): Promise<RejectedRequests[]> =>
  transaction.query(sql`${rejections(workspace, scope)} order by count(*) desc, w.id limit ${most}`);

/** Counts the rejected requests that need attention, up to a limit. */
export const countRejectedRequests = (
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: AttentionScope,
  most: number,
): Promise<number> =>
  first(
    transaction.first(sql`
      select least(coalesce(sum(count), 0), ${most})::int as count from (${rejections(workspace, scope)}) rejected`),
  );

/** Returns the event webhooks that don't work, disabled ones first. Webhooks that a user disabled need no attention. */
export const selectFailingWebhooks = (
  transaction: Transaction,
  workspace: WorkspaceId,
  most: number,
): Promise<FailingWebhook[]> =>
  transaction.query(sql`
    select id, name, disabled_reason as "disabledReason", coalesce(failing_since, modified_at) as since from webhooks
    where workspace_id = ${workspace} and (disabled_reason is not null or (active and failing_since is not null))
    order by active, since limit ${most}`);

/** Returns the user's enabled API clients that expire before this time or have expired, the earliest first. */
export const selectExpiringClients = (
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  before: Date,
  most: number,
): Promise<ExpiringClient[]> =>
  transaction.query(sql`
    select id, name, expires_at as "expiresAt" from api_clients
    where workspace_id = ${workspace} and user_id = ${user} and active and expires_at < ${before}
    order by expires_at limit ${most}`);
