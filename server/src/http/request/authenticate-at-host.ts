import type { FastifyRequest } from 'fastify';
import { type Credential, createFindCaller } from '../../core/access/index.ts';
import type { Scope } from '../../core/api-clients/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { FindWorkspace } from './surface.ts';

interface Authentication {
  readonly context: Context;
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  /** The resource that a token must be for. */
  readonly scope: Scope;
  /** The credential of a request, or undefined. Throws when a request carries several. */
  readonly credentialOf: (request: FastifyRequest) => Credential | undefined;
}

/**
 * Finds the workspace of a request to a protected resource and, in the same look-up, the caller. The checks of the surface
 * judge the caller later, because a host without a workspace is rejected before a credential is.
 */
export function authenticateAtHost(options: Authentication): FindWorkspace {
  const { context, findWorkspace, scope, credentialOf } = options;
  const findCaller = createFindCaller(findWorkspace, scope);
  return async (host, request) => {
    const credential = singleCredential(() => credentialOf(request));
    if (!credential) return findWorkspace(host);
    const found = await findCaller(context, host, credential);
    request.caller = found?.caller;
    return found?.workspace;
  };
}

/** Several credentials are rejected by a later check. */
function singleCredential<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
