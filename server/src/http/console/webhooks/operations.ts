import { z } from 'zod';
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateWebhookSecret,
  viewWebhook,
  viewWebhooks,
  webhookSchema,
} from '../../../core/webhooks/index.ts';
import { credential } from '../../../lib/credential.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import { locate } from '../locate.ts';
import { idParams, type Operation, operation } from '../operation.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { presentWebhook, webhookShape } from './present-webhook.ts';

const secret = credential(z.string());
const body = webhookSchema.omit({ secret: true });

/** URLs that events are sent to (spec/events §3). Only the responses that create a secret contain it. */
export const webhooksOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/webhooks',
    act: 'webhooks.manage',
    answer: z.object({ webhooks: z.array(webhookShape) }),
    handle: async ({ context, principal }) => ({
      webhooks: (await viewWebhooks(context, principal)).map(presentWebhook),
    }),
  }),
  operation({
    method: 'GET',
    path: '/webhooks/:id',
    act: 'webhooks.manage',
    params: idParams,
    answer: webhookShape,
    handle: async ({ context, principal }, { params }) =>
      presentWebhook(await viewWebhook(context, principal, params.id as WebhookId)),
  }),
  operation({
    method: 'POST',
    path: '/webhooks',
    act: 'webhooks.manage',
    isSensitive: true,
    body,
    answer: z.object({ id: z.number(), secret }),
    handle: async (caller, { body }) => {
      const { id, secret } = await changeInWorkspace(caller, (change) => createWebhook(change, body)).catch(
        locate,
      );
      return { id, secret };
    },
  }),
  operation({
    method: 'PATCH',
    path: '/webhooks/:id',
    act: 'webhooks.manage',
    params: idParams,
    body,
    handle: async (caller, { params, body }) => {
      await changeInWorkspace(caller, (change) => changeWebhook(change, params.id as WebhookId, body)).catch(
        locate,
      );
    },
  }),
  operation({
    method: 'DELETE',
    path: '/webhooks/:id',
    act: 'webhooks.manage',
    params: idParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, (change) => removeWebhook(change, params.id as WebhookId)),
  }),
  operation({
    method: 'POST',
    path: '/webhooks/:id/rotate',
    act: 'webhooks.manage',
    isSensitive: true,
    params: idParams,
    answer: z.object({ secret }),
    handle: async (caller, { params }) => {
      const { secret } = await changeInWorkspace(caller, (change) =>
        rotateWebhookSecret(change, params.id as WebhookId),
      );
      return { secret };
    },
  }),
  ...deliveryOperations,
];
