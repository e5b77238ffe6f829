import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Act, acts } from '../../core/access/index.ts';
import { fault, HarkError } from '../../lib/errors.ts';
import { pathOf } from '../base/request-target.ts';
import { MethodNotAllowed } from './errors.ts';

/** The act that a route performs, which determines the permissions it needs, or why it needs none. */
type Permission = Act | { readonly openBecause: string };

/** Declares that a route needs no permission; the reason is for reviewers. */
export const openToAll = (openBecause: string): Permission => ({ openBecause });

/** A route. Its path is relative to the surface's prefix. GET also serves HEAD. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly path: string;
  readonly permission: Permission;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission;
  }
}

/** Returns a route's path for display, such as `/leads/:id`, without the parameter's regular expression. */
export const patternOf = (path: string): string => path.replace(/\((?:[^()]|\([^()]*\))*\)/g, '');

/**
 * The configuration objects created here. Fastify creates a HEAD route for each GET, and it shares the GET
 * route's object.
 */
const declared = new WeakSet<object>();

/**
 * Registers a route table. Startup fails if a route declares neither an act nor a reason for needing no
 * permission.
 */
export function registerRoutes(scope: FastifyInstance, routes: readonly Route[], bodyBytes?: number): void {
  for (const route of routes) {
    const { method, path, permission, handler } = route;
    const isDeclared =
      typeof permission === 'object' ? permission.openBecause !== '' : Object.hasOwn(acts, permission ?? '');
    if (!isDeclared) throw undeclared(`${method} ${scope.prefix}${path}`);
    const config = { permission };
    declared.add(config);
    const bodyLimit = bodyBytes === undefined ? {} : { bodyLimit: bodyBytes };
    scope.route({ method, url: path, config, handler, ...bodyLimit });
  }
}

/** Makes startup fail if a route was registered without a table. */
export function refuseUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config || !declared.has(config)) throw undeclared(`${method} ${url}`);
  });
}

const undeclared = (route: string) =>
  fault(
    'route_without_permission',
    `${route} declares no act of the permission table. Add one in its surface's route table.`,
  );

/** The order of methods in `Allow` (spec/rest-api §4.6: GET, POST, HEAD). */
const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;

/** Check: rejects a request that matches no route before reading its body (spec/rest-api §2). */
export function refuseUnknownRoute(request: FastifyRequest): void {
  if (!request.is404) return;
  const path = pathOf(request.url);
  const allowed = verbs.filter((method) => request.server.findRoute({ method, url: path }) !== null);
  const wanted = `No route found for ${request.method} ${path}`;
  if (allowed.length === 0) throw new HarkError('not-found', 'unknown_route', `${wanted}.`);
  // The text of this message is a contract (spec/rest-api §3.2).
  throw new MethodNotAllowed(`${wanted}: Method Not Allowed (Allow: ${allowed.join(', ')})`, allowed);
}
