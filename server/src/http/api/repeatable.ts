import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GivenAnswer, RepeatableRequest } from '../../core/idempotency/index.ts';
import { bodyOf } from '../base/body.ts';
import { pathOf } from '../base/request-target.ts';

/**
 * Returns what identifies a request that is sent again (spec/rest-api §9). The header applies to POST and PATCH only,
 * because PUT is already idempotent.
 */
export function repeatableOf(request: FastifyRequest): RepeatableRequest {
  const key = request.method === 'PUT' ? undefined : request.headers['idempotency-key'];
  return {
    key: Array.isArray(key) ? key.join(', ') : key,
    method: request.method,
    path: pathOf(request.url),
    body: bodyOf(request),
  };
}

/** Sends a response that may be a stored one. */
export const sendAnswer = (reply: FastifyReply, { status, body }: GivenAnswer) =>
  reply.code(status).type('application/json; charset=utf-8').send(body);
