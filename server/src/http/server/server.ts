import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { fault } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';
import type { Tracing } from '../../lib/telemetry/tracing.ts';
import { prepareBody, takeBodiesAsBytes } from '../request/body.ts';
import { clientAddress, type TrustProxy, trustedHops } from '../request/client-address.ts';
import { commonHeaders, requestIdOf } from '../request/response-headers.ts';
import { refuseUndeclaredRoutes } from '../request/route-table.ts';
import { type FindWorkspace, openSurface, type Surface } from '../request/surface.ts';
import { checkWorkspace } from '../request/workspace-by-host.ts';
import { beginRequest, type EntryPoint, type ServerParts } from './begin-request.ts';
import { BodyBudget } from './body-budget.ts';
import { proxiesOf } from './connection-limit.ts';
import { createDrain } from './drain.ts';
import { healthSurface, type ReadinessPart } from './health.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createNodeServer, createParserRefusals } from './node-server.ts';
import { createRecorder, recordedOf } from './request-log.ts';
import { isBelow, originForm } from './request-target.ts';
import { warnAboutUntrustedProxy } from './untrusted-proxy.ts';

export interface ServerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Undefined where nothing is traced. */
  readonly tracing?: Tracing | undefined;
  readonly findWorkspace: FindWorkspace;
  readonly readiness: readonly ReadinessPart[];
  /** One of them owns the prefix '' and answers what no other surface does. */
  readonly surfaces: readonly Surface[];
  /** Served outside of Fastify. */
  readonly listeners?: EntryPoint;
  /** How many proxies stand in front, or their addresses; decides the client's address and nothing else. */
  readonly trustProxy: TrustProxy;
  readonly limits?: Partial<Limits>;
}

export interface HttpServer {
  /** Starts to listen and tells the port; port 0 takes a free one. */
  listen(address: { host: string; port: number }): Promise<{ port: number }>;
  /** Stops accepting, lets every request that has begun finish, and ends. */
  drain(): Promise<void>;
}

/** The HTTP face of the service: what happens to every request, in order. The surfaces do the rest. */
export function buildServer(options: ServerOptions): HttpServer {
  const { logger, metrics, tracing, surfaces, listeners, trustProxy } = options;
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
  // Fastify gets no logger: its own lines quote the URL, and an API key may be in it.
  const app = fastify({
    serverFactory: (serveRest) =>
      createNodeServer(limits, logger, proxiesOf(trustProxy), route(listeners, parts, serveRest)),
    clientErrorHandler: parserRefusals.refuse,
    bodyLimit: limits.bodyBytes,
    genReqId: requestIdOf,
    rewriteUrl: (request) => originForm(request.url ?? ''),
    // No parameter is longer than the headers: what is too long is refused by us, in the shape of the surface.
    routerOptions: { maxParamLength: limits.headerBytes },
    trustProxy: trustProxy === undefined ? false : isTrusted,
    // Requests that arrive while the server closes are served; `drain` makes them the last of their connection.
    return503OnClosing: false,
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
  // Here come the workspace, the checks of the surface, and the refusal of unknown routes.
  app.addHook('preParsing', prepareBody);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (parts.isDraining()) reply.header('connection', 'close');
    done();
  });

  openSurface(app, healthSurface(options.readiness, logger, drain), logger);
  if (!surfaces.some(({ prefix }) => prefix === '')) {
    throw fault('no_surface_for_the_rest', "One surface must have the prefix '' and answer unknown paths.");
  }
  for (const surface of surfaces) {
    const workspace = checkWorkspace(surface.findWorkspace ?? options.findWorkspace);
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

/** Splits requests between the two entry points. */
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
