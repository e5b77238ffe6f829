import type { WebhookId } from '../../../lib/ids.ts';
import { type Change, recordAudit } from '../../audit/index.ts';
import type { DisabledReason } from '../webhook.ts';
import { endPendingDeliveries, selectWebhook, updateWebhook } from './webhook-store.ts';

/** Disables an active webhook for Hark's own reasons, and ends its pending deliveries (spec/events §4.4). */
export async function disableWebhook(change: Change, id: WebhookId, reason: DisabledReason): Promise<void> {
  const { transaction, workspace, clock } = change;
  const webhook = await selectWebhook(transaction, workspace, id);
  if (!webhook?.active) return;
  const disabled = { ...webhook, active: false, disabledReason: reason, modifiedAt: clock.now() };
  await updateWebhook(transaction, workspace, disabled);
  await endPendingDeliveries(transaction, workspace, id);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'webhook', id, name: webhook.name },
    old: { active: true, disabled_reason: null },
    new: { active: false, disabled_reason: reason },
  });
}
