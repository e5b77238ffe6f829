import type { FastifyRequest } from 'fastify';
import type { Authenticated, Opened } from '../core/access/index.ts';
import { fault, HarkError } from '../lib/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What was looked up together with the workspace; the checks judge it, each in its turn. */
    opened?: Opened;
  }
}

/** Who the request acts as. There is no default: asking before the checks is a mistake in the service. */
export function authenticatedOf({ opened }: FastifyRequest): Authenticated {
  if (!opened || opened.caller instanceof HarkError)
    throw fault('not_authenticated', 'This route is outside of the checks for a credential.');
  return opened.caller;
}
