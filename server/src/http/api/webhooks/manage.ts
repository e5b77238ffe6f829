import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  manageWebhookSecret,
  readNewWebhook,
  readWebhook,
  readWebhookChange,
  removeWebhook,
  rotateWebhookSecret,
  shownWebhookKeys,
  showWebhook,
} from '../../../core/webhooks/index.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import { optionalBodyOf } from '../json-body.ts';
import { byId, partOf, readList, showOne } from '../list-query.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';
import { webhookManagerOf } from './acting.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const collection = { name: 'webhooks', fields: shownWebhookKeys, ...byId };

/** `GET /api/webhooks` (spec/events §3.2). */
export const listWebhooksHandler: Handler = (context) => async (request) => {
  const { principal } = webhookManagerOf(request);
  return readList(request, collection, null, async (part) => {
    const webhooks = (await listWebhooks(context, principal)).map(showWebhook);
    return partOf(webhooks, part, ({ id }, after) => id > after);
  });
};

/** `GET /api/webhooks/{id}`. */
export const readWebhookHandler: Handler = (context) => async (request) => {
  const { principal } = webhookManagerOf(request);
  const webhook = await readWebhook(context, principal, pathIdOf<WebhookId>(request));
  return { webhook: showOne(request, collection, showWebhook(webhook)) };
};

/** `POST /api/webhooks/new`. */
export const createWebhookHandler: Handler = (context) => async (request, reply) => {
  const manager = webhookManagerOf(request);
  const wanted = readNewWebhook(optionalBodyOf(request));
  const answer = await manageWebhookSecret(context, manager, repeatableOf(request), async (change) => ({
    status: 201,
    webhook: await createWebhook(change, wanted),
  }));
  return sendAnswer(reply, answer);
};

/** `PATCH` and `PUT /api/webhooks/{id}`: both change only the values in the body. */
export const changeWebhookHandler: Handler = (context) => async (request, reply) => {
  const manager = webhookManagerOf(request);
  const wanted = readWebhookChange(optionalBodyOf(request));
  const answer = await changeOnce(context, manager, repeatableOf(request), async (change) => ({
    status: 200,
    body: { webhook: showWebhook(await changeWebhook(change, pathIdOf<WebhookId>(request), wanted)) },
  }));
  return sendAnswer(reply, answer);
};

/** `DELETE /api/webhooks/{id}`. */
export const deleteWebhookHandler: Handler = (context) => async (request, reply) => {
  const manager = webhookManagerOf(request);
  const unrepeatable = { ...repeatableOf(request), key: undefined };
  await changeOnce(context, manager, unrepeatable, async (change) => {
    await removeWebhook(change, pathIdOf<WebhookId>(request));
    return { status: 204, body: null };
  });
  return reply.code(204).send();
};

/** `POST /api/webhooks/{id}/rotate` (spec/events §4.5). */
export const rotateWebhookHandler: Handler = (context) => async (request, reply) => {
  const manager = webhookManagerOf(request);
  const answer = await manageWebhookSecret(context, manager, repeatableOf(request), async (change) => ({
    status: 200,
    webhook: await rotateWebhookSecret(change, pathIdOf<WebhookId>(request)),
  }));
  return sendAnswer(reply, answer);
};
