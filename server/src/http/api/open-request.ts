import type { FastifyRequest } from 'fastify';
import { type Credential, type Opened, RequestOpener } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { FindWorkspace } from '../surface.ts';
import { credentialOf } from './require-credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What was looked up together with the workspace; the checks judge it, each in its turn. */
    opened?: Opened;
  }
}

/**
 * Finds the workspace of a request to /api. One that carries a credential gets everything looked up in the same round
 * trip: who calls, and what its route will read (docs/decisions/0017-one-round-trip.md).
 */
export function openRequests(
  contextOf: () => Context,
  find: (host: string) => Promise<Workspace | undefined>,
  isBehindProxy: boolean,
): FindWorkspace {
  const opener = new RequestOpener(find, 'api');
  return async (host, request) => {
    const credential = clearCredentialOf(request, isBehindProxy);
    if (!credential) return find(host);
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
function clearCredentialOf(request: FastifyRequest, isBehindProxy: boolean): Credential | undefined {
  try {
    return credentialOf(request, isBehindProxy);
  } catch {
    return undefined;
  }
}
