import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { requireResumed, type Workspace } from '../../core/workspaces/index.ts';
import { fault } from '../../lib/errors.ts';
import { sendNotFoundPage } from '../pages/not-found-page.ts';
import type { Check } from './check.ts';
import type { FindWorkspace } from './surface.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every surface; read it with `workspaceOf`. */
    workspace: Workspace | undefined;
  }
}

/** Returns the requested host, spelled as in base URLs. */
export const hostOf = ({ headers }: IncomingMessage): string => (headers.host ?? '').toLowerCase();

export const workspaceHeaders = ({
  baseUrl,
}: Pick<Workspace, 'baseUrl'>): Readonly<Record<string, string>> =>
  baseUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};

/**
 * Check: finds the workspace by the Host header (spec/provisioning §1.2). X-Forwarded-Host and the host of an
 * absolute-form request target are ignored, because any sender can set them.
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

/** Returns the request's workspace. Throws if no workspace was looked up, which is a bug. */
export function workspaceOf(request: FastifyRequest): Workspace {
  if (!request.workspace) throw fault('workspace_not_looked_up', "This route doesn't look up a workspace.");
  return request.workspace;
}
