import { z } from 'zod';
import {
  deliveryStatuses,
  listDeliveries,
  readDelivery,
  readReplay,
  replayEvents,
  showDelivery,
  testEventType,
  testWebhook,
} from '../../../core/webhooks/index.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import { locate } from '../locate.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';

const pageSize = 50;

const attempt = z.object({
  at: moment,
  status: z.number().nullable(),
  duration_ms: z.number(),
  error: z.string().nullable(),
  response: z.string().nullable(),
});

const delivery = z.object({
  id: z.string(),
  event_id: z.string(),
  type: z.string(),
  status: z.enum(deliveryStatuses),
  created_at: moment,
  next_attempt_at: moment.nullable(),
});

/** What a webhook sent and will send (spec/events §4.6). */
export const deliveryOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    act: 'webhooks.manage',
    params: idParams,
    query: z.strictObject({
      status: z.enum(deliveryStatuses).optional(),
      start: z.coerce.number().int().nonnegative().optional(),
    }),
    answer: z.object({
      total: z.number(),
      /** Without the attempts' responses, which can be long. */
      deliveries: z.array(
        delivery.extend({ attempts: z.number(), last_attempt: attempt.omit({ response: true }).nullable() }),
      ),
    }),
    handle: async ({ context, principal }, { params, query: { status, start = 0 } }) => {
      const page = { limit: pageSize, start };
      const found = await listDeliveries(context, principal, params.id as WebhookId, status, page);
      return { total: found.total, deliveries: found.deliveries.map(summarize) };
    },
  }),
  operation({
    method: 'GET',
    path: '/webhooks/:id/deliveries/:delivery',
    act: 'webhooks.manage',
    params: idParams.extend({ delivery: z.coerce.number().int().positive() }),
    answer: delivery.extend({
      attempts: z.array(attempt),
      /** What each attempt sends, as JSON. */
      body: z.string(),
      /** Whether the event can be sent again. A test event isn't kept. */
      is_repeatable: z.boolean(),
    }),
    handle: async ({ context, principal }, { params }) => {
      const found = await readDelivery(context, principal, params.id as WebhookId, params.delivery);
      const { attempts, ...shown } = showDelivery(found);
      const is_repeatable = found.type !== testEventType;
      return { ...shown, attempts: [...attempts], body: found.body, is_repeatable };
    },
  }),
  operation({
    method: 'POST',
    path: '/webhooks/:id/test',
    act: 'webhooks.manage',
    params: idParams,
    answer: z.object({ delivery: z.string() }),
    handle: async (caller, { params }) => ({
      delivery: String(
        await changeInWorkspace(caller, (change) => testWebhook(change, params.id as WebhookId)),
      ),
    }),
  }),
  operation({
    method: 'POST',
    path: '/webhooks/:id/replay',
    act: 'webhooks.manage',
    params: idParams,
    body: z.strictObject({
      event_id: z.string().optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    }),
    answer: z.object({ replayed: z.number() }),
    handle: async (caller, { params, body }) => {
      const replay = async () => {
        const wanted = readReplay(body);
        return changeInWorkspace(caller, (change) => replayEvents(change, params.id as WebhookId, wanted));
      };
      return { replayed: await replay().catch(locate) };
    },
  }),
];

type StoredDelivery = Parameters<typeof showDelivery>[0];

function summarize(stored: StoredDelivery) {
  const { attempts, ...shown } = showDelivery(stored);
  const last = attempts.at(-1);
  return {
    ...shown,
    attempts: attempts.length,
    last_attempt: last
      ? { at: last.at, status: last.status, duration_ms: last.duration_ms, error: last.error }
      : null,
  };
}
