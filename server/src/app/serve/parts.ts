import { type Config, installationSettings, version } from '../../config.ts';
import { RateUse } from '../../core/access/index.ts';
import { KeyUses } from '../../core/api-keys/index.ts';
import { findInstallation, openInstallation } from '../../core/installation/index.ts';
import { ListenerUse } from '../../core/listeners/index.ts';
import { MetadataDocuments } from '../../core/oauth/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { createEgress } from '../../lib/egress/egress.ts';
import { createMemoryLimiter } from '../../lib/limits/memory-limiter.ts';
import type { SharedLimiter } from '../../lib/limits/redis-limiter.ts';
import type { Logger } from '../../lib/log.ts';
import { createMetrics } from '../../lib/telemetry/metrics.ts';
import { createDocumentFetch } from '../document-fetch.ts';
import { engineOf } from '../engine.ts';
import { mailerOf } from '../mailer.ts';
import { measureMailer } from '../measured.ts';
import { createReadyInstallation } from '../ready-installation.ts';
import { openRuns } from '../runs.ts';
import { shareUses } from '../share-uses.ts';
import { openTracing } from '../tracing.ts';

export type ServeParts = Awaited<ReturnType<typeof openServeParts>>;

/** Opens what the surfaces and the background work of `serve` share. */
export async function openServeParts(config: Config, logger: Logger) {
  const installation = findInstallation(installationSettings(config));
  const db = openInstallation(installation, {
    applicationName: 'hark-serve',
    poolSize: config.DATABASE_POOL_SIZE,
    logger,
  });
  const ready = createReadyInstallation({ db, clock: systemClock }, installation, config.BASE_URL);
  await ready.start(logger);
  const context = ready.contextWith({});

  const namespace = installation.addresses.roleNames.app;
  const limiter = await limiterOf(config, namespace, logger);
  const metrics = createMetrics();
  metrics.setVersion(version);
  metrics.watchPool('app', db.load);
  const tracing = await openTracing(config, 'serve');
  const engine = engineOf(config);
  const runs = openRuns(installation, engine, context, { logger, metrics });
  const uses = { rateUse: new RateUse(), listenerUse: new ListenerUse() };
  const sharing = await shareUses(config, namespace, uses, logger);
  return {
    config,
    logger,
    installation,
    db,
    ready,
    context,
    limiter,
    documents: new MetadataDocuments(createDocumentFetch(), limiter, systemClock),
    metrics,
    tracing,
    mailer: measureMailer(mailerOf(config), metrics),
    egress: createEgress({ ports: config.HARK_EGRESS_PORTS, allow: config.HARK_EGRESS_ALLOW }),
    engine,
    runs,
    ...uses,
    sharing,
    keyUses: new KeyUses(),
    async close() {
      await sharing?.stop();
      limiter.close();
      await Promise.all([db.close(), tracing?.close()]);
    },
  };
}

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
