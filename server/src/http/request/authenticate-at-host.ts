import type { FastifyRequest } from 'fastify';
import { type Credential, createFindCaller } from '../../core/access/index.ts';
import type { Scope } from '../../core/api-clients/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { FindWorkspace } from './surface.ts';

interface Authentication {
  readonly context: Context;
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  /** The scope that a token must have. */
  readonly scope: Scope;
  /** Returns the request's credential, or undefined. Throws if a request has several credentials. */
  readonly credentialOf: (request: FastifyRequest) => Credential | undefined;
}

/**
 * Finds the workspace and the caller in one query. A later check handles the caller, because an unknown host is
 * reported first.
 */
export function authenticateAtHost(options: Authentication): FindWorkspace {
  const { context, findWorkspace, scope, credentialOf } = options;
  const findCaller = createFindCaller(findWorkspace, scope);
  return async (host, request) => {
    const credential = singleCredential(() => credentialOf(request));
    if (!credential) return findWorkspace(host);
    const found = await findCaller(context, host, { credential, address: request.ip });
    request.caller = found?.caller;
    return found?.workspace;
  };
}

/** Ignores the error for several credentials, because a later check reports it. */
function singleCredential<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
