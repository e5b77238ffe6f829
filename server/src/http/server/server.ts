import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { fault } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';
import type { Tracing } from '../../lib/telemetry/tracing.ts';
import { prepareBody, takeBodiesAsBytes } from '../base/body.ts';
import { BodyBudget } from '../base/body-budget.ts';
import { isBelow, originForm } from '../base/request-target.ts';
import { warnAboutUntrustedProxy } from '../base/untrusted-proxy.ts';
import { commonHeaders, requestIdOf } from '../request/response-headers.ts';
import { refuseUndeclaredRoutes } from '../request/route-table.ts';
import { openSurface, type Surface } from '../request/surface.ts';
import { checkWorkspace, type FindWorkspace, resolveByHost } from '../request/workspace-by-host.ts';
import { beginRequest, type EntryPoint, type ServerParts } from './begin-request.ts';
import { clientAddress, type TrustProxy, trustedHops } from './client-address.ts';
import { proxiesOf } from './connection-limit.ts';
import { createDrain } from './drain.ts';
import { type FindMoved, forwardMoved } from './forward-moved.ts';
import { healthSurface, type ReadinessPart, type Release } from './health.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createNodeServer, createParserRefusals } from './node-server.ts';
import { createRecorder, recordedOf } from './request-log.ts';

export interface ServerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
  readonly findWorkspace: FindWorkspace;
  readonly readiness: readonly ReadinessPart[];
  readonly release?: Release;
  /** All surfaces. One of them has the prefix '' and handles all other paths. */
  readonly surfaces: readonly Surface[];
  /** Finds out where requests to a host go, if its workspace moves to another installation. */
  readonly findMoved?: FindMoved;
  /** Serves the listeners, outside of Fastify. */
  readonly listeners?: EntryPoint;
  /** Used only to determine the client's IP address. */
  readonly trustProxy: TrustProxy;
  readonly limits?: Partial<Limits>;
}

export interface HttpServer {
  /** Starts to listen and returns the port; port 0 picks a free one. */
  listen(address: { host: string; port: number }): Promise<{ port: number }>;
  /** Stops accepting connections, finishes all requests that have started, and stops the server. */
  drain(): Promise<void>;
}

/** Routes have no schemas. With this, Fastify doesn't load its compilers, which take a tenth of the startup time. */
const noSchemas = () => () => {
  throw fault('route_with_schema', 'A route has a schema, but routes check their input themselves.');
};

/** Builds the HTTP server, which performs the steps that every request goes through. The surfaces do the rest. */
export function buildServer(options: ServerOptions): HttpServer {
  const { logger, metrics, tracing, surfaces, listeners, trustProxy, findMoved = () => undefined } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const parserRefusals = createParserRefusals(logger);
  const isTrusted = trustedHops(trustProxy);
  const parts: ServerParts = {
    logger,
    limits,
    budget: new BodyBudget(limits.bodyBudgetBytes),
    record: createRecorder(logger, metrics),
    tracing,
    remember: parserRefusals.remember,
    warnAboutUntrustedProxy: warnAboutUntrustedProxy(logger, trustProxy !== undefined),
    clientAddress: (request) => clientAddress(request, isTrusted),
    isDraining: () => drain.isDraining,
  };
  // No logger is passed: Fastify's own log lines contain the URL, which may contain an API key.
  const app = fastify({
    serverFactory: (serveRest) =>
      createNodeServer(
        limits,
        logger,
        proxiesOf(trustProxy),
        forwardMoved(parts, findMoved, route(listeners, parts, serveRest)),
      ),
    clientErrorHandler: parserRefusals.refuse,
    bodyLimit: limits.bodyBytes,
    genReqId: requestIdOf,
    rewriteUrl: (request) => originForm(request.url ?? ''),
    // Allow parameters as long as the headers, so Hark itself rejects long ones in the surface's error shape.
    routerOptions: { maxParamLength: limits.headerBytes },
    trustProxy: trustProxy === undefined ? false : isTrusted,
    // Requests that arrive while the server closes are still served. `drain` makes each of them the last one on
    // its connection.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  const drain = createDrain(app.server, limits);

  refuseUndeclaredRoutes(app);
  takeBodiesAsBytes(app, parts.budget);
  app.decorateRequest('workspace', undefined);
  app.decorate('trustsProxies', trustProxy !== undefined);

  app.addHook('onRequest', (request, reply, done) => {
    const { id, originalUrl: url, raw } = request;
    reply.headers(commonHeaders).header('x-request-id', id);
    const arrived = { id, url, request: raw, response: reply.raw };
    const problem = beginRequest(parts, arrived, () => recordedOf(request, reply));
    if (problem) reply.header('connection', 'close');
    done(problem);
  });
  // The workspace lookup, the surface's checks and the rejection of unknown routes all run before this hook.
  app.addHook('preParsing', prepareBody);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (parts.isDraining()) reply.header('connection', 'close');
    done();
  });

  openSurface(app, healthSurface(options.readiness, logger, drain, options.release), logger);
  if (!surfaces.some(({ prefix }) => prefix === '')) {
    throw fault('no_surface_for_the_rest', "One surface must have the prefix '' and handle unknown paths.");
  }
  for (const surface of surfaces) {
    const workspace = checkWorkspace(surface.resolve ?? resolveByHost(options.findWorkspace));
    const before = surface.isBeforeWorkspaces ? [] : [workspace];
    openSurface(app, { ...surface, checks: [...before, ...surface.checks] }, logger);
  }

  return {
    async listen(address) {
      await app.listen(address);
      return { port: (app.server.address() as AddressInfo).port };
    },
    async drain() {
      await drain.run();
      await app.close();
    },
  };
}

function route(
  listeners: EntryPoint | undefined,
  parts: ServerParts,
  serveRest: RequestListener,
): RequestListener {
  if (!listeners) return serveRest;
  const serveListener = listeners.open(parts);
  return (request, response) =>
    isBelow(listeners.prefix, originForm(request.url ?? ''))
      ? serveListener(request, response)
      : serveRest(request, response);
}
