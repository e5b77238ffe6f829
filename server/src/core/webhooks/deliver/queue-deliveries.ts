import type { EventHandler, EventPresenter, ShownEvent } from '../../event-feed/index.ts';
import { contentOf } from './delivery.ts';
import {
  insertDeliveries,
  lockActiveWebhooks,
  selectBaseUrl,
  type WantingWebhook,
} from './delivery-store.ts';

/** Stores a delivery for each active webhook that an event matches. Part of the relay. */
export const queueDeliveries: EventHandler = async ({ transaction, workspace, now, events, isMatch }) => {
  const sent = events.filter(isSent);
  if (sent.length === 0) return;
  const webhooks = await lockActiveWebhooks(transaction, workspace);
  if (webhooks.length === 0) return;
  const baseUrl = await selectBaseUrl(transaction, workspace);
  const deliveries = sent.flatMap((event) => {
    const wanting = webhooks.filter((webhook) => isWanted(webhook, event, isMatch));
    const content = wanting.length > 0 && contentOf(event, baseUrl);
    return content ? wanting.map(({ id }) => ({ ...content, webhook: id })) : [];
  });
  await insertDeliveries(transaction, workspace, deliveries, now);
};

/** Bulk changes of leads aren't sent unless their user chose so (spec/triggers §3.5). */
const isSent = ({ lead, startsTriggers }: ShownEvent): boolean => lead === null || startsTriggers;

/** Returns whether the types and, for a lead event, the filters match (spec/events §3.3). */
export const isWanted = (
  { types, filters, match }: Pick<WantingWebhook, 'types' | 'filters' | 'match'>,
  { type, lead }: ShownEvent,
  isMatch: EventPresenter['isMatch'],
): boolean => types.includes(type) && (lead === null || isMatch({ filters, match }, lead));
