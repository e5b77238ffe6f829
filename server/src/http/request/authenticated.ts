import type { FastifyRequest } from 'fastify';
import type { Authenticated } from '../../core/access/index.ts';
import { fault, HarkError } from '../../lib/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, or why the credential is rejected. It is looked up together with the workspace. */
    caller?: Authenticated | HarkError | undefined;
  }
}

/** Returns the request's caller. Throws if the credential was rejected; there is no default caller. */
export function authenticatedOf({ caller }: FastifyRequest): Authenticated {
  if (!caller) throw fault('not_authenticated', "This route doesn't check for a credential.");
  if (caller instanceof HarkError) throw caller;
  return caller;
}
