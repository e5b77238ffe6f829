import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { WebhookId, WorkspaceId } from '../../../lib/ids.ts';
import type { Attempt } from './delivery.ts';

/** A delivery that this process may attempt until the lease ends. */
export interface ClaimedDelivery {
  readonly workspace: WorkspaceId;
  readonly id: number;
  readonly webhook: WebhookId;
  /** Identifies the claim: only its holder can record the attempt. */
  readonly leaseUntil: Date;
}

export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly maxDeliveries: number;
  readonly maxPerWebhook: number;
  /** How many attempts this process is making, by webhook. */
  readonly busy: readonly {
    readonly workspace: WorkspaceId;
    readonly webhook: WebhookId;
    readonly attempts: number;
  }[];
}

/**
 * Claims deliveries that are due, in all workspaces that aren't suspended: the oldest of each webhook, up to its limit.
 * The cost doesn't depend on how many deliveries a webhook has waiting.
 */
export async function claimDue(
  transaction: Transaction,
  { now, leaseUntil, maxDeliveries, maxPerWebhook, busy }: Claim,
): Promise<ClaimedDelivery[]> {
  const rows = await transaction.query<{ workspace_id: WorkspaceId; id: number; webhook_id: WebhookId }>(sql`
    with recursive waiting as (
      (select workspace_id, webhook_id from webhook_deliveries where status = 'pending'
       order by workspace_id, webhook_id limit 1)
      union all
      select next.workspace_id, next.webhook_id from waiting w cross join lateral (
        select workspace_id, webhook_id from webhook_deliveries
        where status = 'pending' and (workspace_id, webhook_id) > (w.workspace_id, w.webhook_id)
        order by workspace_id, webhook_id limit 1) next),
    due as (
      select w.workspace_id, d.id from waiting w
      join workspaces o on o.id = w.workspace_id and o.suspended_at is null
      left join json_to_recordset(${JSON.stringify(busy)}::json) as b (workspace bigint, webhook bigint, attempts integer)
        on b.workspace = w.workspace_id and b.webhook = w.webhook_id
      cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where workspace_id = w.workspace_id and webhook_id = w.webhook_id and status = 'pending'
          and next_attempt_at <= ${now}
        order by next_attempt_at limit greatest(0, ${maxPerWebhook}::integer - coalesce(b.attempts, 0))
        for update skip locked) d
      order by d.next_attempt_at limit ${maxDeliveries})
    update webhook_deliveries c set next_attempt_at = ${leaseUntil} from due
    where c.workspace_id = due.workspace_id and c.id = due.id
    returning c.workspace_id, c.id, c.webhook_id`);
  return rows.map(({ workspace_id, id, webhook_id }) => ({
    workspace: workspace_id,
    id,
    webhook: webhook_id,
    leaseUntil,
  }));
}

/** What an attempt needs. */
export interface DueDelivery {
  readonly uid: string;
  readonly type: string;
  readonly body: string;
  readonly depth: number;
  readonly firstAttemptAt: Date | null;
  /** How many attempts were recorded before. */
  readonly attempts: number;
  readonly url: string;
  readonly sealedSecret: string;
  readonly sealedPreviousSecret: string | null;
  readonly previousSecretUntil: Date | null;
}

type DueRow = Pick<
  Tables['webhook_deliveries'],
  'event_uid' | 'type' | 'body' | 'depth' | 'first_attempt_at'
> &
  Pick<Tables['webhooks'], 'url' | 'sealed_secret' | 'sealed_previous_secret' | 'previous_secret_until'> & {
    attempt_count: number;
  };

/** Reads a claimed delivery. @returns undefined if it has ended since */
export async function selectClaimed(
  transaction: Transaction,
  { workspace, id, leaseUntil }: ClaimedDelivery,
): Promise<DueDelivery | undefined> {
  const row = await transaction.first<DueRow>(sql`
    select d.event_uid, d.type, d.body, d.depth, d.first_attempt_at, jsonb_array_length(d.attempts) as attempt_count,
           w.url, w.sealed_secret, w.sealed_previous_secret, w.previous_secret_until
    from webhook_deliveries d join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
    where d.workspace_id = ${workspace} and d.id = ${id} and d.status = 'pending' and d.next_attempt_at = ${leaseUntil}`);
  return (
    row && {
      uid: row.event_uid,
      type: row.type,
      body: row.body,
      depth: row.depth,
      firstAttemptAt: row.first_attempt_at,
      attempts: row.attempt_count,
      url: row.url,
      sealedSecret: row.sealed_secret,
      sealedPreviousSecret: row.sealed_previous_secret,
      previousSecretUntil: row.previous_secret_until,
    }
  );
}

/** What follows from an attempt: the delivery ends, or is attempted again. */
export type NextState =
  | { readonly status: 'succeeded' | 'failed'; readonly nextAttemptAt: null }
  | { readonly status: 'pending'; readonly nextAttemptAt: Date };

/** Compare and set: records nothing if the claim is no longer valid. @returns whether the attempt was recorded */
export async function updateAttempted(
  transaction: Transaction,
  { workspace, id, leaseUntil }: ClaimedDelivery,
  attempt: Attempt,
  { status, nextAttemptAt }: NextState,
): Promise<boolean> {
  const row = await transaction.first(sql`
    update webhook_deliveries
    set attempts = attempts || ${JSON.stringify([attempt])}::jsonb, status = ${status}, next_attempt_at = ${nextAttemptAt},
        first_attempt_at = coalesce(first_attempt_at, ${attempt.at}::timestamptz)
    where workspace_id = ${workspace} and id = ${id} and status = 'pending' and next_attempt_at = ${leaseUntil}
    returning id`);
  return row !== undefined;
}

/** Records that the webhook works. Locks nothing unless it failed before. */
export async function clearFailing(
  transaction: Transaction,
  { workspace, webhook }: ClaimedDelivery,
): Promise<void> {
  await transaction.query(sql`
    update webhooks set failing_since = null
    where workspace_id = ${workspace} and id = ${webhook} and active and failing_since is not null`);
}

/** Records since when the webhook has been failing. */
export async function markFailing(
  transaction: Transaction,
  { workspace, webhook }: ClaimedDelivery,
  since: string,
): Promise<void> {
  await transaction.query(sql`
    update webhooks set failing_since = ${since}::timestamptz
    where workspace_id = ${workspace} and id = ${webhook} and failing_since is null`);
}
