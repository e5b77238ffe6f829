import { z } from 'zod';
import { type EventType, eventTypes } from '../../../core/events/index.ts';
import {
  deliveryStatuses,
  disabledReasons,
  showWebhook,
  type ViewedWebhook,
} from '../../../core/webhooks/index.ts';
import { moment } from '../operation.ts';

export const webhookShape = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.enum(eventTypes)),
  filters: z.array(z.unknown()),
  match: z.enum(['all', 'any']),
  active: z.boolean(),
  disabled_reason: z.enum(disabledReasons).nullable(),
  failing_since: moment.nullable(),
  /** Until when deliveries are also signed with the secret before the last rotation. It may be in the past. */
  previous_secret_until: moment.nullable(),
  date_added: moment,
  date_modified: moment,
  /** Null if the webhook is active. The user is null if Hark or an operator disabled it. */
  disabled: z
    .object({ at: moment, user: z.object({ id: z.number(), name: z.string() }).nullable() })
    .nullable(),
  last_delivery: z.object({ status: z.enum(deliveryStatuses), at: moment }).nullable(),
});

/** Returns everything except the secret. */
export function presentWebhook(webhook: ViewedWebhook): z.infer<typeof webhookShape> {
  const { disabled, lastDelivery } = webhook;
  return {
    ...showWebhook(webhook),
    types: webhook.types as EventType[],
    filters: [...webhook.filters],
    previous_secret_until: webhook.previousSecretUntil?.toISOString() ?? null,
    disabled: disabled ? { at: disabled.at.toISOString(), user: disabled.user } : null,
    last_delivery: lastDelivery ? { status: lastDelivery.status, at: lastDelivery.at.toISOString() } : null,
  };
}
