import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import { readPage } from '../../../core/leads/index.ts';
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
  showWebhook,
} from '../../../core/webhooks/index.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { jsonBodyOf } from '../leads/acting.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';
import { webhookManagerOf } from './acting.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** `GET /api/webhooks` (spec/events §3.2). */
export const listWebhooksHandler: Handler = (context) => async (request) => {
  const { principal } = webhookManagerOf(request);
  const { limit, start } = readPage(
    request.query as { limit?: unknown; start?: unknown },
    authenticatedOf(request).settings.default_page_size,
  );
  const webhooks = await listWebhooks(context, principal);
  return {
    total: String(webhooks.length),
    webhooks: webhooks.slice(start, start + limit).map(showWebhook),
  };
};

/** `GET /api/webhooks/{id}`. */
export const readWebhookHandler: Handler = (context) => async (request) => {
  const { principal } = webhookManagerOf(request);
  return { webhook: showWebhook(await readWebhook(context, principal, pathIdOf<WebhookId>(request))) };
};

/** `POST /api/webhooks/new`. */
export const createWebhookHandler: Handler = (context) => async (request, reply) => {
  const manager = webhookManagerOf(request);
  const wanted = readNewWebhook(jsonBodyOf(request) ?? {});
  const answer = await manageWebhookSecret(context, manager, repeatableOf(request), async (change) => ({
    status: 201,
    webhook: await createWebhook(change, wanted),
  }));
  return sendAnswer(reply, answer);
};

/** `PATCH` and `PUT /api/webhooks/{id}`: both change only the values in the body. */
export const changeWebhookHandler: Handler = (context) => async (request, reply) => {
  const manager = webhookManagerOf(request);
  const wanted = readWebhookChange(jsonBodyOf(request) ?? {});
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
