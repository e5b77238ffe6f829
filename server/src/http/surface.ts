import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Workspace } from '../core/workspaces/index.ts';
import type { Logger } from '../lib/log.ts';
import { type ErrorRenderer, errorHandler } from './errors.ts';
import { type Route, refuseUnknownRoute, registerRoutes } from './route-table.ts';

/** One step before the route: throws, or answers and returns the reply, or lets the request go on. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Finds a workspace by host and port, spelled as in its base URL. A surface may look up more of the request with it. */
export type FindWorkspace = (host: string, request: FastifyRequest) => Promise<Workspace | undefined>;

/** A part of the HTTP face with its own rules and its own shape of errors. */
export interface Surface {
  /** For metrics. */
  readonly name: string;
  /** Unknown paths below it are this surface's own to answer. Without one it has nothing but its routes. */
  readonly prefix?: string;
  /** True for what is there before the first workspace: none is looked up, and it answers at any host. */
  readonly isBeforeWorkspaces?: true;
  /** Finds the workspace, and with it what else this surface looks up; without one it is found by its host alone. */
  readonly findWorkspace?: FindWorkspace;
  /** In this order, for known and unknown paths alike. */
  readonly checks: readonly Check[];
  readonly routes: readonly Route[];
  readonly renderError: ErrorRenderer;
}

declare module 'fastify' {
  interface FastifyInstance {
    surface?: string;
  }
}

/** Gives a surface a scope of its own: error shape, checks, table of routes. */
export function openSurface(parent: FastifyInstance, surface: Surface, logger: Logger): void {
  const { name, prefix, checks, routes, renderError } = surface;
  const open: FastifyPluginAsync = async (scope) => {
    scope.decorate('surface', name);
    scope.setErrorHandler(errorHandler(logger, renderError));
    for (const check of [...checks, refuseUnknownRoute]) scope.addHook('onRequest', check);
    // The last check answers; a handler has to exist for the checks to run on unknown paths.
    if (prefix !== undefined) scope.setNotFoundHandler(refuseUnknownRoute);
    registerRoutes(scope, routes);
  };
  parent.register(open, { prefix: prefix ?? '' });
}
