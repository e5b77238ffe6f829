import type { FastifyRequest } from 'fastify';
import { type Credential, createFindCaller } from '../../core/access/index.ts';
import type { Scope } from '../../core/api-clients/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { Resolve } from './surface.ts';
import { type FindWorkspace, resolveByHost } from './workspace-by-host.ts';

interface Authentication {
  readonly context: Context;
  readonly findWorkspace: FindWorkspace;
  /** The scope that a token must have. */
  readonly scope: Scope;
  /** Returns the request's credential, or undefined. Throws if a request has several credentials. */
  readonly credentialOf: (request: FastifyRequest) => Credential | undefined;
}

/**
 * Finds the workspace and the caller in one query. A later check handles the caller, because an unknown host is
 * reported first.
 */
export function authenticateAtHost(options: Authentication): Resolve {
  const { context, findWorkspace, scope, credentialOf } = options;
  const findCaller = createFindCaller(findWorkspace, scope);
  const resolveWorkspace = resolveByHost(findWorkspace);
  return (host, request) => {
    const credential = singleCredential(() => credentialOf(request));
    return credential
      ? findCaller(context, host, { credential, address: request.ip })
      : resolveWorkspace(host, request);
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
