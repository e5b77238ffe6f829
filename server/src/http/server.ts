import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { fault } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { Metrics } from '../lib/telemetry/metrics.ts';
import type { Tracing } from '../lib/telemetry/tracing.ts';
import { requestIdOf, setAnswerHeaders } from './answer-headers.ts';
import { prepareBody, takeBodiesAsBytes } from './body.ts';
import { BodyBudget } from './body-budget.ts';
import { addChecks } from './check.ts';
import { proxiesOf } from './connection-limit.ts';
import { createDrain } from './drain.ts';
import { healthSurface, type ReadinessPart } from './health.ts';
import { defaultLimits, type Limits, refuseBeyondLimits } from './limits.ts';
import { createNodeServer, createParserRefusals } from './node-server.ts';
import { createRecorder, recordRequest } from './request-log.ts';
import { originForm } from './request-target.ts';
import { refuseUndeclaredRoutes } from './route-table.ts';
import { straightFirst } from './straight-way.ts';
import { type FindWorkspace, openSurface, type Surface } from './surface.ts';
import { warnAboutUntrustedProxy } from './untrusted-proxy.ts';
import { findWorkspaceByHost } from './workspace-by-host.ts';

export interface ServerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Undefined where nothing is traced. */
  readonly tracing?: Tracing | undefined;
  readonly findWorkspace: FindWorkspace;
  readonly readiness: readonly ReadinessPart[];
  /** One of them owns the prefix '' and answers what no other surface does. */
  readonly surfaces: readonly Surface[];
  /** How many proxies stand in front, or their addresses; decides `request.ip` and nothing else. */
  readonly trustProxy: number | readonly string[] | undefined;
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
  const { logger, metrics, tracing, surfaces } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const parserRefusals = createParserRefusals(logger);
  const record = createRecorder(logger, metrics);
  const { remember } = parserRefusals;
  let isLast = () => false;
  const budget = new BodyBudget(limits.bodyBudgetBytes);
  const entrance = { limits, budget, record, remember, tracing, isLast: () => isLast() };
  // Fastify gets no logger: its own lines quote the URL, and an API key may be in it.
  const app = fastify({
    serverFactory: (ordinary) =>
      createNodeServer(
        limits,
        logger,
        proxiesOf(options.trustProxy),
        straightFirst(surfaces, entrance, ordinary),
      ),
    clientErrorHandler: parserRefusals.refuse,
    bodyLimit: limits.bodyBytes,
    genReqId: requestIdOf,
    rewriteUrl: (request) => originForm(request.url ?? ''),
    // No parameter is longer than the headers: what is too long is refused by us, in the shape of the surface.
    routerOptions: { maxParamLength: limits.headerBytes },
    trustProxy: trustedProxies(options.trustProxy),
    // Requests that arrive while the server closes are served; `drain` makes them the last of their connection.
    return503OnClosing: false,
  });
  const drain = createDrain(app.server, limits);
  isLast = () => drain.isDraining;

  refuseUndeclaredRoutes(app);
  takeBodiesAsBytes(app, budget);
  app.decorateRequest('workspace', undefined);
  app.decorate('trustsProxies', options.trustProxy !== undefined);

  addChecks(app, [
    (request, reply) => remember(request.id, request.raw, reply.raw),
    recordRequest(record, tracing),
    setAnswerHeaders,
    warnAboutUntrustedProxy(logger),
    refuseBeyondLimits(limits),
  ]);
  // Here come the workspace, the checks of the surface, and the refusal of unknown routes.
  app.addHook('preParsing', prepareBody);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isLast()) reply.header('connection', 'close');
    done();
  });

  openSurface(app, healthSurface(options.readiness, logger, drain), logger);
  if (!surfaces.some(({ prefix }) => prefix === '')) {
    throw fault('no_surface_for_the_rest', "One surface must have the prefix '' and answer unknown paths.");
  }
  for (const surface of surfaces) {
    const workspace = findWorkspaceByHost(surface.findWorkspace ?? options.findWorkspace);
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

/** Fastify trusts nobody for a bare number; the operator's number says how many hops are ours. */
function trustedProxies(trust: ServerOptions['trustProxy']) {
  if (typeof trust === 'number') return (_address: string, hop: number) => hop < trust;
  return trust === undefined ? false : [...trust];
}
