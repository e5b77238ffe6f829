import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import {
  listDeliveries,
  readDeliveryStatus,
  readReplay,
  replayEvents,
  showDelivery,
  shownDeliveryKeys,
  testWebhook,
} from '../../../core/webhooks/index.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import { optionalBodyOf } from '../json-body.ts';
import { byId, queryOf, readList } from '../list-query.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';
import { webhookManagerOf } from './acting.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const collection = { name: 'deliveries', fields: shownDeliveryKeys, ...byId };

/** `GET /api/webhooks/{id}/deliveries` (spec/events §4.6). */
export const listDeliveriesHandler: Handler = (context) => async (request) => {
  const { principal } = webhookManagerOf(request);
  const id = pathIdOf<WebhookId>(request);
  const status = readDeliveryStatus(queryOf(request).status);
  return readList(request, collection, [id, status], async ({ after, start, limit }) => {
    const page = { before: after, start, limit };
    const { total, deliveries } = await listDeliveries(context, principal, id, status, page);
    return { total, records: deliveries.map(showDelivery) };
  });
};

/** `POST /api/webhooks/{id}/test` (spec/events §4.6). */
export const testWebhookHandler: Handler = (context) => async (request, reply) => {
  const manager = webhookManagerOf(request);
  const answer = await changeOnce(context, manager, repeatableOf(request), async (change) => ({
    status: 202,
    body: { delivery_id: String(await testWebhook(change, pathIdOf<WebhookId>(request))) },
  }));
  return sendAnswer(reply, answer);
};

/** `POST /api/webhooks/{id}/replay` (spec/events §4.6). */
export const replayEventsHandler: Handler = (context) => async (request, reply) => {
  const manager = webhookManagerOf(request);
  const wanted = readReplay(optionalBodyOf(request));
  const answer = await changeOnce(context, manager, repeatableOf(request), async (change) => ({
    status: 202,
    body: { replayed: await replayEvents(change, pathIdOf<WebhookId>(request), wanted) },
  }));
  return sendAnswer(reply, answer);
};
