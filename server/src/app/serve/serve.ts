import { type Config, commit, installationSettings, version } from '../../config.ts';
import { RateUse } from '../../core/access/index.ts';
import { KeyUses } from '../../core/api-keys/index.ts';
import type { Context } from '../../core/context/index.ts';
import { findInstallation, openInstallation } from '../../core/installation/index.ts';
import { ListenerUse } from '../../core/listeners/index.ts';
import { MetadataDocuments } from '../../core/oauth/index.ts';
import { type PartitionState, readPartitionState } from '../../core/runs/index.ts';
import { MovedHosts } from '../../core/workspace-move/index.ts';
import { createTestStep } from '../../engine/interpreter/test-step.ts';
import { runTrial, runTrialIn } from '../../engine/interpreter/trial.ts';
import { startHeartbeat } from '../../engine/restate/heartbeat.ts';
import { describeApi } from '../../http/api/reference/openapi.ts';
import { createReferencePage } from '../../http/api/reference/page.ts';
import { apiRoutes, apiSurface } from '../../http/api/routes.ts';
import { connectSurface } from '../../http/connections/routes.ts';
import { consoleDataSurface } from '../../http/console/data-surface.ts';
import { consoleSurface } from '../../http/console/routes.ts';
import { listenerEntryPoint } from '../../http/listener/entry-point.ts';
import { mcpSurface } from '../../http/mcp/routes.ts';
import { oauthSurfaces } from '../../http/oauth/routes.ts';
import { startMetricsServer } from '../../http/server/metrics.ts';
import { fontSurface } from '../../http/server/page-font.ts';
import { buildServer } from '../../http/server/server.ts';
import { shareByWorkspace } from '../../http/server/workspace-turns.ts';
import { setUpSurface } from '../../http/setup/routes.ts';
import { signInSurface } from '../../http/sign-in/routes.ts';
import { systemClock } from '../../lib/clock.ts';
import { createEgress } from '../../lib/egress/egress.ts';
import { messageOf, unavailable } from '../../lib/errors.ts';
import { createMemoryLimiter } from '../../lib/limits/memory-limiter.ts';
import type { SharedLimiter } from '../../lib/limits/redis-limiter.ts';
import type { Logger } from '../../lib/log.ts';
import { once } from '../../lib/once.ts';
import { ownFile } from '../../lib/own-package.ts';
import { portTrouble } from '../../lib/process/free-port.ts';
import { type Repeated, repeat } from '../../lib/process/repeat.ts';
import { createMetrics, type Metrics } from '../../lib/telemetry/metrics.ts';
import { askOwnAddress } from '../ask-own-address.ts';
import { demoPlayer } from '../demo.ts';
import { createDocumentFetch } from '../document-fetch.ts';
import { engineOf, startPatienceMs } from '../engine.ts';
import { startFollowingKey } from '../follow-key.ts';
import { mailerOf } from '../mailer.ts';
import { measureMailer } from '../measured.ts';
import { watchDataDisk } from '../monitoring/data-disk.ts';
import { watchSchema } from '../monitoring/schema-watch.ts';
import { createReadyInstallation } from '../ready-installation.ts';
import { openRuns } from '../runs.ts';
import { shareUses } from '../share-uses.ts';
import { openTracing } from '../tracing.ts';

const webDirectory = ownFile('console/');
const heartbeatEveryMs = 2_000;
const partitionsEveryMs = 60_000;
const writeKeyUsesEveryMs = 10_000;
/** A switch is announced longer than this in advance (`noticeMs` in move-workspace.ts). */
const followMovesEveryMs = 500;

export interface Running {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the HTTP server. It listens immediately, and is ready as soon as the database is. */
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
  const context = ready.contextWith({});

  const limiter = await limiterOf(config, installation.addresses.roleNames.app, logger);
  const documents = new MetadataDocuments(createDocumentFetch(), limiter, systemClock);
  const metrics = createMetrics();
  metrics.setVersion(version);
  const mailer = measureMailer(mailerOf(config), metrics);
  const tracing = await openTracing(config, 'serve');
  metrics.watchPool('app', db.load);
  const engine = engineOf(config);
  const heartbeat =
    engine &&
    startHeartbeat(engine, {
      everyMs: heartbeatEveryMs,
      patienceMs: startPatienceMs,
      clock: systemClock,
      onChange: ({ ok }, error) =>
        ok
          ? logger.info('engine available')
          : logger.warn({ reason: messageOf(error) }, 'engine unavailable'),
    });
  if (heartbeat) metrics.watchEngine(heartbeat.state);
  const partitions = watchPartitions(context, metrics, logger);
  const schema = watchSchema(db, metrics, logger);
  const disk = watchDataDisk(config.HARK_DATA_DIR, metrics, logger);
  const following = startFollowingKey(installation, ready.present, logger);
  const runs = openRuns(installation, engine, context, { logger, metrics });
  const rateUse = new RateUse();
  const listenerUse = new ListenerUse();
  const sharing = await shareUses(
    config,
    installation.addresses.roleNames.app,
    { rateUse, listenerUse },
    logger,
  );
  const keyUses = new KeyUses();
  const writing = repeat('store API key uses', writeKeyUsesEveryMs, logger, () => keyUses.write(context));
  const moved = new MovedHosts();
  const moves = repeat('follow moves', followMovesEveryMs, logger, () => moved.refresh(context));
  let here = { host: reachableAt(config.HOST), port: config.PORT };
  const apiParts = {
    context,
    dispatch: runs.parts.dispatch,
    engine,
    egressAllow: config.HARK_EGRESS_ALLOW,
    hasMail: mailer !== undefined,
    runTrialIn,
  };
  // Describing the API takes a tenth of the startup time, and few processes are asked for it.
  const openApi = once(() => describeApi(apiRoutes(apiParts), version));
  const egress = createEgress({ ports: config.HARK_EGRESS_PORTS, allow: config.HARK_EGRESS_ALLOW });
  const server = buildServer({
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
    surfaces: [
      ...shareByWorkspace(config.DATABASE_POOL_SIZE, [
        apiSurface({
          ...apiParts,
          findWorkspace: ready.findWorkspace,
          limiter,
          rateUse,
          rewritesHeaderNames: config.PROXY_REWRITES_HEADER_NAMES,
          keyUses,
        }),
        mcpSurface({
          context,
          findWorkspace: ready.findWorkspace,
          limiter,
          rateUse,
          dispatch: runs.parts.dispatch,
          logger,
          version,
        }),
      ]),
      ...oauthSurfaces({ context: ready.contextWith({ documents }), limiter }),
      setUpSurface({
        readyContext: ready.readyContext,
        askOwnAddress,
        trustsProxies: config.TRUST_PROXY !== undefined,
        rewritesHeaderNames: config.PROXY_REWRITES_HEADER_NAMES,
      }),
      signInSurface({ context, mailer, logger, egress }),
      connectSurface({ context, egress }),
      consoleDataSurface({
        context,
        mailer,
        documents,
        dispatch: runs.parts.dispatch,
        engine,
        runTrial,
        runTrialIn,
        testStep: createTestStep(egress),
        egress,
        egressAllow: config.HARK_EGRESS_ALLOW,
        rateUse,
        listenerUse,
        useOfOthers: sharing?.others,
        askOwnAddress,
        playDemo: demoPlayer(engine, logger, () => here),
      }),
      fontSurface(webDirectory),
      consoleSurface({
        webDirectory,
        openApi,
        apiReference: once(() => createReferencePage(openApi())),
        securityContact: config.SECURITY_CONTACT,
      }),
    ],
  });
  const metricsServer = await startMetricsServer(metrics.registry, {
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
    logger,
  });
  const address = { host: config.HOST, port: config.PORT };
  const { port } = await server.listen(address).catch((error: unknown) => {
    throw portTrouble(error, { ...address, settings: '--port (PORT)' });
  });
  here = { ...here, port };
  logger.info({ host: config.HOST, port, metrics_port: metricsServer.port, version }, 'serving');
  return {
    port,
    async close() {
      runs.release();
      await server.drain();
      await runs.close();
      heartbeat?.stop();
      await Promise.all([
        partitions.stop(),
        schema.stop(),
        disk?.stop(),
        writing.stop(),
        following.stop(),
        moves.stop(),
        sharing?.stop(),
      ]);
      limiter.close();
      await Promise.all([metricsServer.close(), db.close(), tracing?.close()]);
      logger.info('server stopped');
    },
  };
}

/** A server that listens on all interfaces is reachable through loopback. */
const reachableAt = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

/**
 * The limiter is shared by all processes if Redis is configured; otherwise each process has its own. The Redis
 * client is loaded only if it is used, because it takes a tenth of the startup time.
 */
async function limiterOf(
  { REDIS_URL: url, SERVE_PROCESSES: processes }: Config,
  namespace: string,
  logger: Logger,
): Promise<SharedLimiter> {
  if (!url) return { ...createMemoryLimiter(systemClock), close: () => {} };
  const { createRedisLimiter } = await import('../../lib/limits/redis-limiter.ts');
  return createRedisLimiter(url, namespace, processes, systemClock, logger);
}

/** Updates the metrics once a minute, so scraping them costs nothing. */
function watchPartitions(context: Context, metrics: Metrics, logger: Logger): Repeated {
  let state: PartitionState = { weeksReady: 0, defaultBytes: 0 };
  metrics.watchPartitions(() => state);
  return repeat('check partitions', partitionsEveryMs, logger, async () => {
    state = await readPartitionState(context.db);
  });
}

function requirePulse({ ok }: { ok: boolean }): void {
  if (!ok) throw unavailable('engine_away', "The engine doesn't respond to pings.");
}
