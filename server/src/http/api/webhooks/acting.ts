import type { FastifyRequest } from 'fastify';
import type { ApiCaller } from '../../../core/idempotency/index.ts';
import { requireWebhookManager } from '../../../core/webhooks/index.ts';
import { authenticatedOf } from '../../request/authenticated.ts';

/** Returns the caller, who must be an administrator. Runs before the body is parsed (spec/events §3.4). */
export function webhookManagerOf(request: FastifyRequest): ApiCaller {
  const { principal } = authenticatedOf(request);
  requireWebhookManager(principal);
  return { principal, origin: request.ip };
}
