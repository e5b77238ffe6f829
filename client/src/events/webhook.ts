import type { components } from '../api.gen.ts';

type Schemas = components['schemas'];

/** A webhook: a URL that Hark sends events to. */
export type Webhook = Schemas['Webhook'];

/** A webhook with its secret, which is returned only when it is created or rotated. */
export type WebhookWithSecret = Schemas['WebhookWithSecret']['webhook'];

/** A new webhook. */
export type NewWebhook = Schemas['NewWebhook'];

/** The values to change. Omitted values stay unchanged. */
export type WebhookInput = Schemas['WebhookInput'];

/** An event that was sent to a webhook, or will be, with all attempts. */
export type Delivery = Schemas['DeliveryList']['deliveries'][number];

/** Selects deliveries. A page has at most 100; the default is the workspace's page size. */
export interface DeliveryParams {
  readonly status?: Delivery['status'] | undefined;
  readonly limit?: number | undefined;
  readonly start?: number | undefined;
}

/** One page of deliveries, newest first, and the exact number of all matches. */
export interface DeliveryPage {
  readonly total: number;
  readonly deliveries: Delivery[];
}

/** Which events to send again: one event, or those of a period. Times are ISO 8601; `to` is now by default. */
export type Replay =
  | { readonly event_id: string }
  | { readonly from: string; readonly to?: string | undefined };
