import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WebhookId, WorkspaceId } from '../../../lib/ids.ts';
import type { DisabledReason } from '../webhook.ts';

export interface WebhookAddress {
  readonly workspace: WorkspaceId;
  readonly webhook: WebhookId;
}

type AddressRow = { workspace_id: WorkspaceId; id: WebhookId };
const toAddress = ({ workspace_id, id }: AddressRow): WebhookAddress => ({
  workspace: workspace_id,
  webhook: id,
});

/** Returns active webhooks that have been failing since before a time. */
export async function selectFailing(
  transaction: Transaction,
  before: Date,
  most: number,
): Promise<WebhookAddress[]> {
  const rows = await transaction.query<AddressRow>(sql`
    select workspace_id, id from webhooks where active and failing_since <= ${before} order by failing_since limit ${most}`);
  return rows.map(toAddress);
}

/** Locks a webhook that is active and has been failing since before a time. @returns whether there is one */
export async function lockFailing(
  transaction: Transaction,
  { workspace, webhook }: WebhookAddress,
  before: Date,
): Promise<boolean> {
  const row = await transaction.first(sql`
    select id from webhooks
    where workspace_id = ${workspace} and id = ${webhook} and active and failing_since <= ${before} for update`);
  return row !== undefined;
}

/** Returns webhooks that Hark disabled and whose administrators haven't been notified. */
export async function selectDisabledUntold(
  transaction: Transaction,
  most: number,
): Promise<WebhookAddress[]> {
  const rows = await transaction.query<AddressRow>(sql`
    select workspace_id, id from webhooks where disabled_reason is not null and disabled_told_at is null
    order by workspace_id, id limit ${most}`);
  return rows.map(toAddress);
}

export interface DisabledNews {
  readonly name: string;
  readonly url: string;
  readonly reason: DisabledReason;
  readonly failing_since: Date | null;
  readonly base_url: string;
  readonly recipients: readonly { readonly name: string; readonly email: string }[];
}

/** Claims a notification, with the active administrators to send it to. A second claim returns nothing. */
export async function claimDisabledNews(
  transaction: Transaction,
  { workspace, webhook }: WebhookAddress,
  now: Date,
): Promise<DisabledNews | undefined> {
  return transaction.first<DisabledNews>(sql`
    with claimed as (
      update webhooks set disabled_told_at = ${now}
      where workspace_id = ${workspace} and id = ${webhook} and disabled_reason is not null and disabled_told_at is null
      returning workspace_id, name, url, disabled_reason, failing_since)
    select c.name, c.url, c.disabled_reason as reason, c.failing_since, d.base_url,
      (select coalesce(json_agg(json_build_object('name', u.name, 'email', u.email) order by u.id), '[]')
       from users u join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id and r.is_admin
       where u.workspace_id = c.workspace_id and u.active) as recipients
    from claimed c join workspaces d on d.id = c.workspace_id`);
}

/** Releases a claim, so that sending is retried. */
export async function releaseDisabledNews(
  transaction: Transaction,
  { workspace, webhook }: WebhookAddress,
  claimedAt: Date,
): Promise<void> {
  await transaction.query(sql`
    update webhooks set disabled_told_at = null
    where workspace_id = ${workspace} and id = ${webhook} and disabled_told_at = ${claimedAt}`);
}
