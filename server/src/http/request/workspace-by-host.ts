import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { requireResumed, type Workspace } from '../../core/workspaces/index.ts';
import { fault } from '../../lib/errors.ts';
import { sendNotFoundPage } from '../pages/not-found-page.ts';
import type { Check } from './check.ts';
import type { Resolve } from './surface.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every surface; read it with `workspaceOf`. */
    workspace: Workspace | undefined;
  }
}

export type FindWorkspace = (host: string) => Promise<Workspace | undefined>;

/** Finds only the workspace. */
export const resolveByHost =
  (find: FindWorkspace): Resolve =>
  async (host) => {
    const workspace = await find(host);
    return workspace && { workspace };
  };

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
  (resolve: Resolve): Check =>
  async (request, reply) => {
    const resolved = await resolve(hostOf(request.raw), request);
    if (!resolved) return sendNotFoundPage(reply, 'unknown-host');
    const { workspace, caller } = resolved;
    request.workspace = workspace;
    request.caller = caller;
    reply.headers(workspaceHeaders(workspace));
    requireResumed(workspace);
    return undefined;
  };

/** Returns the request's workspace. Throws if no workspace was looked up, which is a bug. */
export function workspaceOf(request: FastifyRequest): Workspace {
  if (!request.workspace) throw fault('workspace_not_looked_up', "This route doesn't look up a workspace.");
  return request.workspace;
}
