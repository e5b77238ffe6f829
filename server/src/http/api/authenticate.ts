import type { FastifyRequest } from 'fastify';
import { type Authenticated, authenticate, requireRestAccess } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import { fault } from '../../lib/errors.ts';
import type { Check } from '../surface.ts';
import { workspaceOf } from '../workspace-by-host.ts';
import { credentialOf } from './require-credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Known behind the checks of /api; read it with `authenticatedOf`. */
    authenticated?: Authenticated;
  }
}

/** Check: who is it (401), and may he use the API at all (403)? In this order (decisions 6.1). */
export const authenticateCaller =
  (contextOf: () => Context, isBehindProxy: boolean): Check =>
  async (request) => {
    const credential = credentialOf(request, isBehindProxy);
    if (!credential) throw fault('credential_lost', 'A request came past the check for a credential.');
    request.authenticated = await authenticate(contextOf(), workspaceOf(request), credential, 'api');
    requireRestAccess(request.authenticated.principal);
  };

/** Who the request acts as. There is no default: asking before the checks is a mistake in the service. */
export function authenticatedOf(request: FastifyRequest): Authenticated {
  if (!request.authenticated)
    throw fault('not_authenticated', 'This route is outside of the checks of /api.');
  return request.authenticated;
}
