import type { Transaction } from '../../db/driver/transaction.ts';
import { notFound } from '../../lib/errors.ts';
import type { WebhookId, WorkspaceId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import { type AuditEntry, selectLastEntries } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { DeliveryStatus } from './deliver/delivery.ts';
import { selectLastDeliveries } from './deliver/delivery-store.ts';
import { findStoredWebhook, selectWebhooks } from './manage/webhook-store.ts';
import type { Webhook } from './webhook.ts';

/** A webhook with what its administrators want to know about it. */
export interface ViewedWebhook extends Webhook {
  readonly lastDelivery: { readonly status: DeliveryStatus; readonly at: Date } | undefined;
  /** When it was disabled, and by whom. Undefined if it is active. The user is null if Hark or an operator disabled it. */
  readonly disabled: Pick<AuditEntry, 'at' | 'user'> | undefined;
}

export const viewWebhooks = ({ db }: Context, { workspace: { id } }: Principal): Promise<ViewedWebhook[]> =>
  db.read(id, async (transaction) => addActivity(transaction, id, await selectWebhooks(transaction, id)));

/** @throws HarkError if there is no such webhook */
export async function viewWebhook(
  { db }: Context,
  { workspace }: Principal,
  id: WebhookId,
): Promise<ViewedWebhook> {
  const [viewed] = await db.read(workspace.id, async (transaction) => {
    const webhook = await findStoredWebhook(transaction, workspace.id, id);
    return addActivity(transaction, workspace.id, webhook ? [webhook] : []);
  });
  if (!viewed) throw notFound();
  return viewed;
}

async function addActivity(
  transaction: Transaction,
  workspace: WorkspaceId,
  webhooks: readonly Webhook[],
): Promise<ViewedWebhook[]> {
  const deliveries = await selectLastDeliveries(transaction, workspace);
  const inactive = webhooks.filter(({ active }) => !active).map(({ id }) => id);
  const disabled = await selectLastEntries(transaction, workspace, 'webhook', inactive, { active: false });
  return webhooks.map((webhook) => ({
    ...webhook,
    lastDelivery: deliveries.find((delivery) => delivery.webhook === webhook.id),
    disabled: disabled.find(({ subject }) => subject.id === webhook.id),
  }));
}
