import type { FastifyRequest } from 'fastify';
import type { Authenticated } from '../../core/access/index.ts';
import { fault, HarkError } from '../../lib/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller that was found together with the workspace, or why the credential is rejected. */
    caller?: Authenticated | HarkError | undefined;
  }
}

/** Who the request acts as; throws the rejection of its credential. There is no default caller. */
export function authenticatedOf({ caller }: FastifyRequest): Authenticated {
  if (!caller) throw fault('not_authenticated', 'This route is outside of the checks for a credential.');
  if (caller instanceof HarkError) throw caller;
  return caller;
}
