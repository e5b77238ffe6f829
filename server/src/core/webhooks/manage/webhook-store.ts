import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { WebhookId, WorkspaceId } from '../../../lib/ids.ts';
import type { DisabledReason, Webhook } from '../webhook.ts';

const columns = sql`
  id, name, url, types, filters, match, active, disabled_reason, failing_since, previous_secret_until, added_at,
  modified_at`;

interface WebhookRow {
  id: WebhookId;
  name: string;
  url: string;
  types: string[];
  filters: unknown[];
  match: Webhook['match'];
  active: boolean;
  disabled_reason: DisabledReason | null;
  failing_since: Date | null;
  previous_secret_until: Date | null;
  added_at: Date;
  modified_at: Date;
}

const toWebhook = ({
  disabled_reason,
  failing_since,
  previous_secret_until,
  added_at,
  modified_at,
  ...row
}: WebhookRow): Webhook => ({
  ...row,
  disabledReason: disabled_reason,
  failingSince: failing_since,
  previousSecretUntil: previous_secret_until,
  addedAt: added_at,
  modifiedAt: modified_at,
});

/** Returns the workspace's webhooks by ID. */
export async function selectWebhooks(transaction: Transaction, workspace: WorkspaceId): Promise<Webhook[]> {
  const rows = await transaction.query<WebhookRow>(
    sql`select ${columns} from webhooks where workspace_id = ${workspace} order by id`,
  );
  return rows.map(toWebhook);
}

const selectWebhookWhere = async (transaction: Transaction, condition: Statement) => {
  const row = await transaction.first<WebhookRow>(
    sql`select ${columns} from webhooks where ${condition} for update`,
  );
  return row && toWebhook(row);
};

/** Locks the webhook, because the caller's next decision depends on its state. */
export const selectWebhook = (
  transaction: Transaction,
  workspace: WorkspaceId,
  id: WebhookId,
): Promise<Webhook | undefined> =>
  selectWebhookWhere(transaction, sql`workspace_id = ${workspace} and id = ${id}`);

/** Locks the webhook. */
export const selectWebhookByName = (
  transaction: Transaction,
  workspace: WorkspaceId,
  name: string,
): Promise<Webhook | undefined> =>
  selectWebhookWhere(transaction, sql`workspace_id = ${workspace} and name = ${name}`);

/** Reads a webhook without locking it. */
export async function findStoredWebhook(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: WebhookId,
): Promise<Webhook | undefined> {
  const row = await transaction.first<WebhookRow>(
    sql`select ${columns} from webhooks where workspace_id = ${workspace} and id = ${id}`,
  );
  return row && toWebhook(row);
}

/** @returns undefined if another webhook has the name */
export async function insertWebhook(
  transaction: Transaction,
  workspace: WorkspaceId,
  webhook: Pick<Webhook, 'name' | 'url' | 'types' | 'filters' | 'match' | 'active'>,
  sealedSecret: string,
  now: Date,
): Promise<Webhook | undefined> {
  const { name, url, types, filters, match, active } = webhook;
  const row = await transaction.first<WebhookRow>(sql`
    insert into webhooks (workspace_id, name, url, types, filters, match, active, sealed_secret, added_at, modified_at)
    values (${workspace}, ${name}, ${url}, ${types}, ${JSON.stringify(filters)}, ${match}, ${active}, ${sealedSecret},
            ${now}, ${now})
    on conflict (workspace_id, name) do nothing
    returning ${columns}`);
  return row && toWebhook(row);
}

/** Saves all values except the secrets. */
export async function updateWebhook(
  transaction: Transaction,
  workspace: WorkspaceId,
  webhook: Omit<Webhook, 'addedAt' | 'previousSecretUntil'>,
): Promise<void> {
  const { id, name, url, types, filters, match, active, disabledReason, failingSince, modifiedAt } = webhook;
  await transaction.query(sql`
    update webhooks set name = ${name}, url = ${url}, types = ${types}, filters = ${JSON.stringify(filters)},
      match = ${match}, active = ${active}, disabled_reason = ${disabledReason},
      disabled_told_at = case when disabled_reason = ${disabledReason} then disabled_told_at end,
      failing_since = ${failingSince}, modified_at = ${modifiedAt}
    where workspace_id = ${workspace} and id = ${id}`);
}

/** Returns the workspace's webhooks by name, with their encrypted secrets. */
export async function selectSealedWebhooks(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<(Webhook & { readonly sealedSecret: string })[]> {
  const rows = await transaction.query<WebhookRow & { sealed_secret: string }>(sql`
    select ${columns}, sealed_secret from webhooks where workspace_id = ${workspace} order by name collate "C"`);
  return rows.map(({ sealed_secret, ...row }) => ({ ...toWebhook(row), sealedSecret: sealed_secret }));
}

export async function selectSealedSecret(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: WebhookId,
): Promise<string | undefined> {
  const row = await transaction.first<Pick<Tables['webhooks'], 'sealed_secret'>>(
    sql`select sealed_secret from webhooks where workspace_id = ${workspace} and id = ${id}`,
  );
  return row?.sealed_secret;
}

/** Replaces the secret. Until `previousUntil`, the present secret signs too; null ends it at once. */
export async function updateSecret(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: WebhookId,
  sealedSecret: string,
  { now, previousUntil }: { readonly now: Date; readonly previousUntil: Date | null },
): Promise<void> {
  await transaction.query(sql`
    update webhooks set sealed_secret = ${sealedSecret},
      sealed_previous_secret = case when ${previousUntil}::timestamptz is null then null else sealed_secret end,
      previous_secret_until = ${previousUntil}, modified_at = ${now}
    where workspace_id = ${workspace} and id = ${id}`);
}

/** Deletes a webhook with its deliveries. */
export async function deleteStoredWebhook(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: WebhookId,
): Promise<void> {
  await transaction.query(sql`delete from webhooks where workspace_id = ${workspace} and id = ${id}`);
}

/** Ends a webhook's pending deliveries, except test events, which are also sent while it is off (spec/events §4.4). */
export async function endPendingDeliveries(
  transaction: Transaction,
  workspace: WorkspaceId,
  webhook: WebhookId,
): Promise<void> {
  await transaction.query(sql`
    update webhook_deliveries set status = 'failed', next_attempt_at = null
    where workspace_id = ${workspace} and webhook_id = ${webhook} and status = 'pending' and type <> 'webhook.test'`);
}
