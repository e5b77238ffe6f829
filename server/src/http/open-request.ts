import type { FastifyRequest } from 'fastify';
import { type Credential, RequestOpener } from '../core/access/index.ts';
import type { Scope } from '../core/api-clients/index.ts';
import type { Context } from '../core/context/index.ts';
import type { Workspace } from '../core/workspaces/index.ts';
import type { FindWorkspace } from './surface.ts';

interface Opening {
  readonly contextOf: () => Context;
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  /** The resource that a token must be for (seed 5.5). */
  readonly scope: Scope;
  /** The credential of a request, or undefined; throws when it is not clear which one counts. */
  readonly credentialOf: (request: FastifyRequest) => Credential | undefined;
}

/**
 * Finds the workspace of a request to a protected resource. One that carries a credential gets everything looked up in the
 * same round trip: who calls, and what its route will read (docs/decisions/0017-one-round-trip.md).
 */
export function openRequests({ contextOf, findWorkspace, scope, credentialOf }: Opening): FindWorkspace {
  const opener = new RequestOpener(findWorkspace, scope);
  return async (host, request) => {
    const credential = clearly(() => credentialOf(request));
    if (!credential) return findWorkspace(host);
    const { ahead } = request.routeOptions.config;
    const opened = await opener.open(
      contextOf,
      host,
      credential,
      ahead && ((caller) => ahead(request, caller)),
    );
    if (opened) request.opened = opened;
    return opened?.workspace;
  };
}

/** Two credentials are refused by the check for them, which comes after the one for the host. */
function clearly<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
