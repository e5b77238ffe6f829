import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, version } from './config.ts';
import type { Context } from './core/context/index.ts';
import {
  checkInstallation,
  findInstallation,
  type InstallationSettings,
  openInstallation,
} from './core/installation/index.ts';
import type { RunEngine } from './core/runs/index.ts';
import { startHeartbeat } from './engine/heartbeat.ts';
import { createRestateEngine } from './engine/restate-engine.ts';
import { ingressUrlOf, type RestateServer, startRestateServer } from './engine/restate-server.ts';
import { startWorker, type Worker } from './engine/worker.ts';
import { apiSurface } from './http/api/routes.ts';
import { consoleSurface } from './http/console/routes.ts';
import { listenerSurface } from './http/listener/routes.ts';
import { createMetrics, startMetricsServer } from './http/metrics.ts';
import { oauthSurfaces } from './http/oauth/routes.ts';
import { buildServer } from './http/server.ts';
import { systemClock } from './lib/clock.ts';
import { fault, messageOf, unavailable } from './lib/errors.ts';
import { createLogger, type Logger } from './lib/log.ts';
import { createReadyInstallation } from './ready-installation.ts';

const webDirectory = fileURLToPath(new URL('../../web/', import.meta.url));
const heartbeatEveryMs = 2_000;

/** What the configuration says about the installation itself. */
export const installationSettings = (config: Config): InstallationSettings => ({
  ownerUrl: config.DATABASE_URL,
  roleUrls: {
    app: config.DATABASE_APP_URL,
    ingest: config.DATABASE_INGEST_URL,
    dispatch: config.DATABASE_DISPATCH_URL,
    upkeep: config.DATABASE_UPKEEP_URL,
  },
  dataDir: config.HARK_DATA_DIR,
  secretKey: config.SECRET_KEY,
});

/** Runs a command's work against the installation, which must fit this version. */
export async function withContext<T>(config: Config, work: (context: Context) => Promise<T>): Promise<T> {
  const logger = createLogger(config.LOG_LEVEL, 'command');
  const installation = findInstallation(installationSettings(config));
  const db = openInstallation(installation, { applicationName: 'hark-command', poolSize: 2, logger });
  try {
    await checkInstallation(db, installation);
    return await work({ db, clock: systemClock });
  } finally {
    await db.close();
  }
}

/** The engine as the product sees it; without an address there is none. */
export const engineOf = (config: Config): RunEngine | undefined =>
  config.RESTATE_INGRESS_URL === undefined ? undefined : createRestateEngine(config.RESTATE_INGRESS_URL);

/** A running part of the product. */
export interface Running {
  readonly port: number;
  close(): Promise<void>;
}

/** The HTTP server with everything behind it. It listens at once, and is ready as soon as the database is. */
export async function startServe(config: Config, logger: Logger): Promise<Running> {
  for (const warning of config.warnings) logger.warn(warning);
  const installation = findInstallation(installationSettings(config));
  const db = openInstallation(installation, {
    applicationName: 'hark-serve',
    poolSize: config.DATABASE_POOL_SIZE,
    logger,
  });
  const ready = createReadyInstallation({ db, clock: systemClock }, installation, config.BASE_URL);
  await ready.start(logger);

  const metrics = createMetrics();
  const engine = engineOf(config);
  const heartbeat =
    engine &&
    startHeartbeat(engine, {
      everyMs: heartbeatEveryMs,
      clock: systemClock,
      onChange: ({ ok }, error) =>
        ok
          ? logger.info('the engine answers')
          : logger.warn({ reason: messageOf(error) }, 'the engine does not answer'),
    });
  if (heartbeat) metrics.watchEngine(heartbeat.state);
  const server = buildServer({
    logger,
    metrics,
    trustProxy: config.TRUST_PROXY,
    findWorkspace: ready.findWorkspace,
    readiness: [
      { name: 'database', required: true, check: ready.check },
      // Requests are accepted without the engine, so it is told and does not count.
      ...(heartbeat
        ? [{ name: 'engine', required: false, check: async () => requirePulse(heartbeat.state()) }]
        : []),
    ],
    surfaces: [
      apiSurface({ isBehindProxy: config.TRUST_PROXY !== undefined }),
      ...oauthSurfaces(),
      listenerSurface(),
      consoleSurface({ webDirectory }),
    ],
  });
  const metricsServer = await startMetricsServer(metrics, {
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
    logger,
  });
  const { port } = await server.listen({ host: config.HOST, port: config.PORT });
  logger.info({ host: config.HOST, port, metricsPort: metricsServer.port, version }, 'serving');
  return {
    port,
    async close() {
      await server.drain();
      heartbeat?.stop();
      await Promise.all([metricsServer.close(), db.close()]);
      logger.info('served; good-bye');
    },
  };
}

function requirePulse({ ok }: { ok: boolean }): void {
  if (!ok) throw unavailable('engine_away', 'No ping comes back through the engine.');
}

/** The worker that the engine calls. */
export function startWork(config: Config, logger: Logger): Promise<Worker> {
  const adminUrl = config.RESTATE_ADMIN_URL;
  if (adminUrl === undefined) {
    throw fault('engine_unknown', 'Set RESTATE_ADMIN_URL and RESTATE_INGRESS_URL: `work` needs an engine.');
  }
  return startWorker({
    host: config.WORK_HOST,
    port: config.WORK_PORT,
    workUrl: config.WORK_URL,
    adminUrl,
    version,
    clock: systemClock,
    logger,
  });
}

const engineDataDir = (config: Config) => join(config.HARK_DATA_DIR, 'engine');

/** The engine of `hark up`: a restate-server of its own beside the application. */
export const startEngine = (config: Config, logger: Logger, signal: AbortSignal): Promise<RestateServer> =>
  startRestateServer({ dataDir: engineDataDir(config), logger, signal, promisedPorts: [config.PORT] });

/** The engine that a `hark up` on this data runs, for commands beside it. */
export function engineOfUp(config: Config): RunEngine | undefined {
  const ingressUrl = ingressUrlOf(engineDataDir(config));
  return ingressUrl === undefined ? undefined : createRestateEngine(ingressUrl);
}
