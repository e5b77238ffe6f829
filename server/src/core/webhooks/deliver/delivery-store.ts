import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId, RunId, WebhookId, WorkspaceId } from '../../../lib/ids.ts';
import type { Page } from '../../paging/index.ts';
import type { Attempt, DeliveryStatus, NewDelivery, StoredDelivery } from './delivery.ts';

/** Stores deliveries that are due at once. @returns their IDs */
export async function insertDeliveries(
  transaction: Transaction,
  workspace: WorkspaceId,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<number[]> {
  if (deliveries.length === 0) return [];
  const rows = await transaction.query<{ id: number }>(sql`
    insert into webhook_deliveries (workspace_id, webhook_id, event_uid, type, body, depth, lead_id, run_id, status,
                                    created_at, next_attempt_at)
    select ${workspace}::bigint, webhook, uid, type, body, depth, lead, run, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(deliveries)}::json)
      as given (webhook bigint, uid uuid, type text, body text, depth integer, lead bigint, run uuid)
    returning id`);
  return rows.map(({ id }) => id);
}

const columns = sql`id, event_uid, type, status, created_at, next_attempt_at, attempts`;

interface DeliveryRow {
  id: number;
  event_uid: string;
  type: string;
  status: DeliveryStatus;
  created_at: Date;
  next_attempt_at: Date | null;
  attempts: Attempt[];
}

const toDelivery = <Row extends DeliveryRow>({ event_uid, created_at, next_attempt_at, ...row }: Row) => ({
  ...row,
  uid: event_uid,
  createdAt: created_at,
  nextAttemptAt: next_attempt_at,
});

/** A page of deliveries, newest first. `before` excludes the delivery with that ID and newer ones. */
export interface DeliveryPage extends Page {
  readonly before?: number | undefined;
}

/** Returns a page of a webhook's deliveries, newest first, and how many there are. */
export async function selectDeliveries(
  transaction: Transaction,
  workspace: WorkspaceId,
  webhook: WebhookId,
  status: DeliveryStatus | undefined,
  { limit, start, before }: DeliveryPage,
): Promise<{ total: number; deliveries: StoredDelivery[] }> {
  const chosen: Statement = sql`workspace_id = ${workspace} and webhook_id = ${webhook}
    and (${status ?? null}::text is null or status = ${status ?? null})`;
  const { total } = await transaction.one<{ total: number }>(
    sql`select count(*) as total from webhook_deliveries where ${chosen}`,
  );
  const rows = await transaction.query<DeliveryRow>(sql`
    select ${columns} from webhook_deliveries where ${chosen} and (${before ?? null}::bigint is null or id < ${before ?? null})
    order by id desc limit ${limit} offset ${start}`);
  return { total, deliveries: rows.map(toDelivery) };
}

/** Returns a webhook's delivery with the body that it sends. */
export async function selectDelivery(
  transaction: Transaction,
  workspace: WorkspaceId,
  webhook: WebhookId,
  id: number,
): Promise<(StoredDelivery & { readonly body: string }) | undefined> {
  const row = await transaction.first<DeliveryRow & { body: string }>(sql`
    select ${columns}, body from webhook_deliveries
    where workspace_id = ${workspace} and webhook_id = ${webhook} and id = ${id}`);
  return row && toDelivery(row);
}

/** Returns the newest delivery of each webhook that has one. */
export function selectLastDeliveries(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<{ webhook: WebhookId; status: DeliveryStatus; at: Date }[]> {
  return transaction.query(sql`
    select w.id as webhook, d.status, d.created_at as at from webhooks w cross join lateral (
      select status, created_at from webhook_deliveries
      where workspace_id = w.workspace_id and webhook_id = w.id order by id desc limit 1) d
    where w.workspace_id = ${workspace}`);
}

/** Deletes deliveries of a lead's events. @returns how many were deleted */
export const deleteLeadDeliveries = (
  transaction: Transaction,
  workspace: WorkspaceId,
  lead: LeadId,
): Promise<number> => deleteWhere(transaction, sql`workspace_id = ${workspace} and lead_id = ${lead}`);

/** Deletes deliveries of these runs' events. @returns how many were deleted */
export const deleteRunDeliveries = (
  transaction: Transaction,
  workspace: WorkspaceId,
  runs: readonly RunId[],
): Promise<number> =>
  deleteWhere(transaction, sql`workspace_id = ${workspace} and run_id = any(${runs}::uuid[])`);

/** Deletes at most `most` deliveries that were created before a time, in all workspaces. @returns how many were deleted */
export const deleteOldDeliveries = (transaction: Transaction, before: Date, most: number): Promise<number> =>
  deleteWhere(
    transaction,
    sql`ctid = any(array(select ctid from webhook_deliveries where created_at < ${before} limit ${most}))`,
  );

async function deleteWhere(transaction: Transaction, condition: Statement): Promise<number> {
  const { removed } = await transaction.one<{ removed: number }>(sql`
    with gone as (delete from webhook_deliveries where ${condition} returning 1)
    select count(*) as removed from gone`);
  return removed;
}

/** An active webhook with what decides which events it gets. */
export interface WantingWebhook {
  readonly id: WebhookId;
  readonly types: readonly string[];
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
}

/**
 * Returns the active webhooks. They can't be disabled before the transaction ends, so that deliveries inserted in it
 * are ended too.
 */
export function lockActiveWebhooks(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<WantingWebhook[]> {
  return transaction.query<WantingWebhook>(sql`
    select id, types, filters, match from webhooks where workspace_id = ${workspace} and active order by id for share`);
}

export async function selectBaseUrl(transaction: Transaction, workspace: WorkspaceId): Promise<string> {
  const { base_url } = await transaction.one<{ base_url: string }>(
    sql`select base_url from workspaces where id = ${workspace}`,
  );
  return base_url;
}
