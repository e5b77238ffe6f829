import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { requireResumed, type Workspace } from '../../core/workspaces/index.ts';
import { fault } from '../../lib/errors.ts';
import { sendNotFoundPage } from '../pages/not-found-page.ts';
import type { Check } from './check.ts';
import type { FindWorkspace } from './surface.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Known on every surface; read it with `workspaceOf`. */
    workspace: Workspace | undefined;
  }
}

/** The host that a request came for, spelled as base URLs are. */
export const hostOf = ({ headers }: IncomingMessage): string => (headers.host ?? '').toLowerCase();

/** What every answer of a workspace carries. */
export const workspaceHeaders = ({
  baseUrl,
}: Pick<Workspace, 'baseUrl'>): Readonly<Record<string, string>> =>
  baseUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};

/**
 * Check: the workspace that the Host header names (spec/provisioning §1.2). X-Forwarded-Host and the host of
 * an absolute-form request target are ignored, because any sender can write them. A suspended workspace
 * rejects the request.
 */
export const checkWorkspace =
  (find: FindWorkspace): Check =>
  async (request, reply) => {
    const workspace = await find(hostOf(request.raw), request);
    if (!workspace) return sendNotFoundPage(reply, 'unknown-host');
    request.workspace = workspace;
    reply.headers(workspaceHeaders(workspace));
    requireResumed(workspace);
    return undefined;
  };

/** The request's workspace. There is no default one: asking where none was looked up is a mistake in the service. */
export function workspaceOf(request: FastifyRequest): Workspace {
  if (!request.workspace) throw fault('workspace_not_looked_up', 'This route is outside of every workspace.');
  return request.workspace;
}
