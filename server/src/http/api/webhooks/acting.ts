import type { FastifyRequest } from 'fastify';
import type { ApiCaller } from '../../../core/idempotency/index.ts';
import { requireWebhookManager } from '../../../core/webhooks/index.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import { authenticatedOf } from '../../request/authenticated.ts';

/** Returns the caller, who must be an administrator. Runs before the body is parsed (spec/events §3.4). */
export function webhookManagerOf(request: FastifyRequest): ApiCaller {
  const { principal } = authenticatedOf(request);
  requireWebhookManager(principal);
  return { principal, origin: request.ip };
}

/** An ID with more digits than any webhook has is treated as a webhook that doesn't exist. */
export function webhookIdOf(request: FastifyRequest): WebhookId {
  const { id = '' } = request.params as { id?: string };
  return (/^\d{1,15}$/.test(id) ? Number(id) : 0) as WebhookId;
}
