import type { FastifyRequest } from 'fastify';
import type { Workspace } from '../core/workspaces/index.ts';
import { fault } from '../lib/errors.ts';
import type { Check } from './check.ts';
import { sendNotFoundPage } from './not-found-page.ts';
import type { FindWorkspace } from './surface.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Known on every surface; read it with `workspaceOf`. */
    workspace: Workspace | undefined;
  }
}

/** The host that a request came for, spelled as base URLs are. */
export const hostOf = ({ raw }: FastifyRequest): string => (raw.headers.host ?? '').toLowerCase();

/**
 * Check: the workspace that the Host header names (decisions 2). Neither X-Forwarded-Host nor the host of an
 * absolute-form request target is looked at: both can be written by whoever sends the request.
 */
export const findWorkspaceByHost =
  (find: FindWorkspace): Check =>
  (request, reply) => {
    const enter = (workspace: Workspace | undefined) => {
      if (!workspace) return sendNotFoundPage(reply, 'unknown-host');
      request.workspace = workspace;
      if (workspace.baseUrl.startsWith('https:'))
        reply.header('strict-transport-security', 'max-age=31536000');
      return undefined;
    };
    const found = find(hostOf(request), request);
    return found instanceof Promise ? found.then(enter) : enter(found);
  };

/** The request's workspace. There is no default one: asking where none was looked up is a mistake in the service. */
export function workspaceOf(request: FastifyRequest): Workspace {
  if (!request.workspace) throw fault('workspace_not_looked_up', 'This route is outside of every workspace.');
  return request.workspace;
}
