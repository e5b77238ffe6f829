import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { Logger } from '../../lib/log.ts';
import { addChecks, type Check } from './check.ts';
import { type ErrorRenderer, errorHandler } from './errors.ts';
import { type Route, refuseUnknownRoute, registerRoutes } from './route-table.ts';

/** Finds a workspace by host and port, spelled as in its base URL. A surface may look up more of the request with it. */
export type FindWorkspace = (
  host: string,
  request: FastifyRequest,
) => Workspace | undefined | Promise<Workspace | undefined>;

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
  /** The largest body of its routes; without one the limit of the server. */
  readonly bodyBytes?: number;
  readonly renderError: ErrorRenderer;
}

declare module 'fastify' {
  interface FastifyInstance {
    surface?: string;
  }
}

/** Gives a surface a scope of its own: error shape, checks, table of routes. */
export function openSurface(parent: FastifyInstance, surface: Surface, logger: Logger): void {
  const { name, prefix, checks, routes, bodyBytes, renderError } = surface;
  const open: FastifyPluginAsync = async (scope) => {
    scope.decorate('surface', name);
    scope.setErrorHandler(errorHandler(logger, renderError));
    addChecks(scope, [...checks, refuseUnknownRoute]);
    // The last check answers; a handler has to exist for the checks to run on unknown paths.
    if (prefix !== undefined) scope.setNotFoundHandler(refuseUnknownRoute);
    registerRoutes(scope, routes, bodyBytes);
  };
  parent.register(open, { prefix: prefix ?? '' });
}
