import type { RunId, WebhookId } from '../../../lib/ids.ts';
import { envelopeOf, type ShownEvent } from '../../event-feed/index.ts';

/** The type of the event that tests a webhook. No webhook can subscribe to it (spec/events §4.6). */
export const testEventType = 'webhook.test';

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One request to the webhook's URL, as it is stored and shown (spec/events §4.6). */
export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response: string | null;
}

export interface NewDelivery {
  readonly webhook: WebhookId;
  readonly uid: string;
  readonly type: string;
  readonly body: string;
  readonly depth: number;
  /** The lead or the run that the body is about, so that the delivery is erased with it. */
  readonly lead: number | null;
  readonly run: RunId | null;
}

export interface StoredDelivery {
  readonly id: number;
  readonly uid: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly attempts: readonly Attempt[];
}

/** What is sent of an event, whichever webhooks get it. */
export function contentOf(event: ShownEvent, baseUrl: string): Omit<NewDelivery, 'webhook'> {
  const { uid, type, run, depth, lead } = event;
  return {
    uid,
    type,
    body: JSON.stringify(envelopeOf(event, baseUrl)),
    // One level deeper than the run that caused the event, as a request of that run would be (spec/events §4.1).
    depth: depth === null ? 0 : depth + 1,
    lead: typeof lead?.id === 'number' ? lead.id : null,
    run: lead === null ? run : null,
  };
}
