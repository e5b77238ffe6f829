import { type Config, commit, version } from '../../config.ts';
import { listenerEntryPoint } from '../../http/listener/entry-point.ts';
import { startMetricsServer } from '../../http/server/metrics.ts';
import { buildServer, type HttpServer } from '../../http/server/server.ts';
import { systemClock } from '../../lib/clock.ts';
import { unavailable } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { portTrouble } from '../../lib/process/free-port.ts';
import type { OwnAddress } from '../demo.ts';
import { type Background, startBackground } from './background.ts';
import { openServeParts, type ServeParts } from './parts.ts';
import { createSurfaces } from './surfaces.ts';

export interface Running {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the HTTP server. It listens immediately, and is ready as soon as the database is. */
export async function startServe(config: Config, logger: Logger): Promise<Running> {
  for (const warning of config.warnings) logger.warn(warning);
  const parts = await openServeParts(config, logger);
  const { metrics, runs } = parts;
  const background = startBackground(parts);
  const here = { host: reachableAt(config.HOST), port: config.PORT };
  const server = serverOf(parts, background, here);
  const metricsServer = await startMetricsServer(metrics.registry, {
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
    logger,
  });
  const address = { host: config.HOST, port: config.PORT };
  const { port } = await server.listen(address).catch((error: unknown) => {
    throw portTrouble(error, { ...address, settings: '--port (PORT)' });
  });
  here.port = port;
  logger.info({ host: config.HOST, port, metrics_port: metricsServer.port, version }, 'serving');
  return {
    port,
    async close() {
      runs.release();
      await server.drain();
      await runs.close();
      await background.stop();
      await Promise.all([metricsServer.close(), parts.close()]);
      logger.info('server stopped');
    },
  };
}

function serverOf(parts: ServeParts, { heartbeat, moved }: Background, here: OwnAddress): HttpServer {
  const { config, logger, metrics, tracing, ready, context, limiter, listenerUse, runs } = parts;
  return buildServer({
    logger,
    metrics,
    tracing,
    trustProxy: config.TRUST_PROXY,
    findWorkspace: ready.findWorkspace,
    findMoved: (host) => moved.find(host, systemClock.now()),
    release: { version, commit },
    readiness: [
      { name: 'database', required: true, check: ready.check },
      // Hark accepts requests without the engine, so readiness reports the engine but doesn't require it.
      ...(heartbeat
        ? [{ name: 'engine', required: false, check: async () => requirePulse(heartbeat.state()) }]
        : []),
    ],
    listeners: listenerEntryPoint({
      context,
      findWorkspace: ready.findListenerWorkspace,
      limiter,
      use: listenerUse,
      ...runs.parts,
    }),
    surfaces: createSurfaces(parts, here),
  });
}

/** A server that listens on all interfaces is reachable through loopback. */
const reachableAt = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

function requirePulse({ ok }: { ok: boolean }): void {
  if (!ok) throw unavailable('engine_away', "The engine doesn't respond to pings.");
}
