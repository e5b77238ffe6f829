import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { Logger } from '../../lib/log.ts';
import { addChecks, type Check } from './check.ts';
import { type ErrorRenderer, errorHandler } from './errors.ts';
import { type Route, refuseUnknownRoute, registerRoutes } from './route-table.ts';

interface Resolved extends Pick<FastifyRequest, 'caller'> {
  readonly workspace: Workspace;
}

/** Finds the workspace by host and port, spelled as in its base URL, and on some surfaces the caller. */
export type Resolve = (host: string, request: FastifyRequest) => Promise<Resolved | undefined>;

/** A part of the HTTP interface with its own rules and error shape. */
export interface Surface {
  /** The surface's name in metrics. */
  readonly name: string;
  /**
   * The surface also handles unknown paths below its prefix. A surface without a prefix handles only its
   * routes.
   */
  readonly prefix?: string;
  /** Set for routes that exist before the first workspace. They skip the workspace lookup and accept any host. */
  readonly isBeforeWorkspaces?: true;
  /** By default, only the workspace is found, by its host. */
  readonly resolve?: Resolve;
  /** The checks run in this order, for known and unknown paths. */
  readonly checks: readonly Check[];
  readonly routes: readonly Route[];
  /** The maximum body size for the surface's routes. Defaults to the server's limit. */
  readonly bodyBytes?: number;
  readonly renderError: ErrorRenderer;
}

declare module 'fastify' {
  interface FastifyInstance {
    surface?: string;
  }
}

/** Registers a surface in its own Fastify scope, with its error shape, checks and route table. */
export function openSurface(parent: FastifyInstance, surface: Surface, logger: Logger): void {
  const { name, prefix, checks, routes, bodyBytes, renderError } = surface;
  const open: FastifyPluginAsync = async (scope) => {
    scope.decorate('surface', name);
    scope.setErrorHandler(errorHandler(logger, renderError));
    addChecks(scope, [...checks, refuseUnknownRoute]);
    // The last check responds. Fastify runs checks on unknown paths only if a handler exists.
    if (prefix !== undefined) scope.setNotFoundHandler(refuseUnknownRoute);
    registerRoutes(scope, routes, bodyBytes);
  };
  parent.register(open, { prefix: prefix ?? '' });
}
