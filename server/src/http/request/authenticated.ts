import type { FastifyRequest } from 'fastify';
import type { Authenticated } from '../../core/access/index.ts';
import { fault, HarkError } from '../../lib/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, or why the credential is rejected. Found together with the workspace. */
    caller?: Authenticated | HarkError | undefined;
  }
}

/** The caller of a request. Throws if the credential was rejected; there is no default caller. */
export function authenticatedOf({ caller }: FastifyRequest): Authenticated {
  if (!caller) throw fault('not_authenticated', 'This route is outside of the checks for a credential.');
  if (caller instanceof HarkError) throw caller;
  return caller;
}
