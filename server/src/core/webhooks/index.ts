export { Deliverer } from './deliver/deliverer.ts';
export { deliveryStatuses, testEventType } from './deliver/delivery.ts';
export { deleteLeadDeliveries, deleteRunDeliveries } from './deliver/delivery-store.ts';
export { disableFailing } from './deliver/disable-failing.ts';
export {
  listDeliveries,
  readDelivery,
  readDeliveryStatus,
  showDelivery,
  shownDeliveryKeys,
} from './deliver/list-deliveries.ts';
export { notifyDisabled } from './deliver/notify-disabled.ts';
export { purgeWebhookDeliveries } from './deliver/purge-deliveries.ts';
export { queueDeliveries } from './deliver/queue-deliveries.ts';
export { readReplay, replayEvents } from './deliver/replay-events.ts';
export { testWebhook } from './deliver/test-webhook.ts';
export {
  listWebhooks,
  manageWebhookSecret,
  readWebhook,
  requireWebhookManager,
} from './manage/manage-webhooks.ts';
export {
  changeWebhook,
  createWebhook,
  removeWebhook,
  removeWebhookByName,
  rotateWebhookSecret,
  saveWebhook,
} from './manage/save-webhook.ts';
export { readNewWebhook, readWebhookChange, webhookSchema } from './manage/webhook-schema.ts';
export { openWebhookSecret, sealedWebhookSecrets } from './manage/webhook-secret.ts';
export { selectSealedWebhooks } from './manage/webhook-store.ts';
export { type ViewedWebhook, viewWebhook, viewWebhooks } from './view-webhooks.ts';
export { type DisabledReason, disabledReasons, shownWebhookKeys, showWebhook } from './webhook.ts';
