import type { WebhookId } from '../../lib/ids.ts';

/** Why Hark disabled a webhook: all attempts failed for 72 hours, or the server returned 410 (spec/events §4.4). */
export const disabledReasons = ['failing', 'gone'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A URL that events are sent to. Its secrets are read only where a delivery is signed. */
export interface Webhook {
  readonly id: WebhookId;
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
  readonly active: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly failingSince: Date | null;
  /** Until when the secret before the last rotation signs deliveries too. */
  readonly previousSecretUntil: Date | null;
  readonly addedAt: Date;
  readonly modifiedAt: Date;
}

/** The keys of a webhook as the REST API returns it, in this order. */
export const shownWebhookKeys = [
  'id',
  'name',
  'url',
  'types',
  'filters',
  'match',
  'active',
  'disabled_reason',
  'failing_since',
  'date_added',
  'date_modified',
] as const satisfies readonly (keyof ReturnType<typeof showWebhook>)[];

/** A webhook as the REST API returns it (spec/events §3.2). */
export const showWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  types: webhook.types,
  filters: webhook.filters,
  match: webhook.match,
  active: webhook.active,
  disabled_reason: webhook.disabledReason,
  failing_since: webhook.failingSince?.toISOString() ?? null,
  date_added: webhook.addedAt.toISOString(),
  date_modified: webhook.modifiedAt.toISOString(),
});
