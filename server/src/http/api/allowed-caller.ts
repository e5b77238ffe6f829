import type { FastifyRequest } from 'fastify';
import { may, refusalOf } from '../../core/access/index.ts';
import type { ApiCaller } from '../../core/idempotency/index.ts';
import { authenticatedOf } from '../request/authenticated.ts';

/**
 * Returns the caller, whose role must allow the act of the route. Call it after checking the form of the body, and before
 * reading any record, so that others learn nothing about records (spec/rest-api §2).
 */
export function allowedCaller(request: FastifyRequest): ApiCaller {
  const { principal } = authenticatedOf(request);
  const { permission } = request.routeOptions.config;
  if (typeof permission === 'string' && !may(principal, permission))
    throw refusalOf(principal.role, permission);
  return { principal, origin: request.ip };
}
