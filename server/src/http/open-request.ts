import type { FastifyRequest } from 'fastify';
import { type Credential, RequestOpener } from '../core/access/index.ts';
import type { Scope } from '../core/api-clients/index.ts';
import type { Context } from '../core/context/index.ts';
import type { Workspace } from '../core/workspaces/index.ts';
import { mayGuess } from './guess.ts';
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
 * same round trip: who calls, and what its route will read (docs/design/rest-api.md). Where all that the route
 * does can be sent on a condition, the caller is only recalled (docs/design/rest-api.md).
 */
export function openRequests({ contextOf, findWorkspace, scope, credentialOf }: Opening): FindWorkspace {
  const opener = new RequestOpener(findWorkspace, scope);
  const lookUp = async (host: string, request: FastifyRequest, credential: Credential) => {
    const { ahead } = request.routeOptions.config;
    const opened = await opener.open(
      contextOf,
      host,
      credential,
      ahead && ((caller) => ahead(request, caller)),
    );
    if (opened) request.opened = opened;
    else delete request.opened;
    return opened?.workspace;
  };
  return (host, request) => {
    const credential = clearly(() => credentialOf(request));
    if (!credential) return findWorkspace(host);
    const recalled = mayGuess(request) ? opener.recall(contextOf(), host, credential) : undefined;
    if (!recalled) return lookUp(host, request, credential);
    request.opened = recalled;
    return recalled.workspace;
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
