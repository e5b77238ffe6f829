import type { FastifyRequest } from 'fastify';
import { type Authenticated, requireRestAccess } from '../../core/access/index.ts';
import { fault, HarkError } from '../../lib/errors.ts';
import type { Check } from '../check.ts';

/** Check: who is it (401), and may he use the API at all (403)? In this order (decisions 6.1). */
export const authenticateCaller: Check = async (request) => {
  if (request.opened?.caller instanceof HarkError) throw request.opened.caller;
  requireRestAccess(authenticatedOf(request).principal);
};

/** Who the request acts as. There is no default: asking before the checks is a mistake in the service. */
export function authenticatedOf({ opened }: FastifyRequest): Authenticated {
  if (!opened || opened.caller instanceof HarkError)
    throw fault('not_authenticated', 'This route is outside of the checks of /api.');
  return opened.caller;
}
