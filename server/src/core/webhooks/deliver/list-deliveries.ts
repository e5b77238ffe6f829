import { invalidField, notFound } from '../../../lib/errors.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { eventIdOf } from '../../event-feed/index.ts';
import { findStoredWebhook } from '../manage/webhook-store.ts';
import { type DeliveryStatus, deliveryStatuses, type StoredDelivery } from './delivery.ts';
import { type DeliveryPage, selectDeliveries, selectDelivery } from './delivery-store.ts';

/** Returns a page of a webhook's deliveries, newest first (spec/events §4.6). */
export async function listDeliveries(
  { db }: Context,
  { workspace }: Principal,
  id: WebhookId,
  status: DeliveryStatus | undefined,
  page: DeliveryPage,
): Promise<{ total: number; deliveries: StoredDelivery[] }> {
  return db.read(workspace.id, async (transaction) => {
    if (!(await findStoredWebhook(transaction, workspace.id, id))) throw notFound();
    return selectDeliveries(transaction, workspace.id, id, status, page);
  });
}

/** Returns a webhook's delivery with the body that it sends. @throws HarkError if there is no such delivery */
export async function readDelivery(
  { db }: Context,
  { workspace }: Principal,
  webhook: WebhookId,
  id: number,
): Promise<StoredDelivery & { readonly body: string }> {
  const delivery = await db.read(workspace.id, (transaction) =>
    selectDelivery(transaction, workspace.id, webhook, id),
  );
  if (!delivery) throw notFound();
  return delivery;
}

/** Reads the parameter `status`. */
export function readDeliveryStatus(value: unknown): DeliveryStatus | undefined {
  if (value === undefined) return undefined;
  const status = deliveryStatuses.find((known) => known === value);
  if (status === undefined)
    throw invalidField('bad_delivery_status', 'status', 'must be pending, succeeded or failed.');
  return status;
}

/** The keys of a delivery as the REST API returns it, in this order. */
export const shownDeliveryKeys = [
  'id',
  'event_id',
  'type',
  'status',
  'created_at',
  'next_attempt_at',
  'attempts',
] as const satisfies readonly (keyof ReturnType<typeof showDelivery>)[];

/** A delivery as the REST API returns it. */
export const showDelivery = ({
  id,
  uid,
  type,
  status,
  createdAt,
  nextAttemptAt,
  attempts,
}: StoredDelivery) => ({
  id: String(id),
  event_id: eventIdOf(uid),
  type,
  status,
  created_at: createdAt.toISOString(),
  next_attempt_at: nextAttemptAt?.toISOString() ?? null,
  attempts,
});
