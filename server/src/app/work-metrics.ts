import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config.ts';
import { type Exposed, startMetricsServer } from '../http/server/metrics.ts';
import type { Logger } from '../lib/log.ts';
import type { Metrics } from '../lib/telemetry/metrics.ts';

type MetricsServer = Awaited<ReturnType<typeof startMetricsServer>>;

/** Serves the measurements of `work`. One of many processes gives them to the first one instead, which serves all of them together. */
export async function exposeWorkMetrics(
  { registry }: Metrics,
  config: Config,
  logger: Logger,
): Promise<MetricsServer | undefined> {
  if (!cluster.isWorker) return serve(registry, config, logger);
  // What answers the first process is set up by the constructor.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([registry]);
  return undefined;
}

/** Serves the measurements of all processes of `work`, added up; of states that all of them see, the largest. */
export function exposeAllWorkMetrics(config: Config, logger: Logger): Promise<MetricsServer> {
  const all = new AggregatorRegistry();
  return serve({ contentType: all.contentType, metrics: () => all.clusterMetrics() }, config, logger);
}

async function serve(exposed: Exposed, config: Config, logger: Logger): Promise<MetricsServer> {
  const server = await startMetricsServer(exposed, {
    host: config.METRICS_HOST,
    port: config.WORK_METRICS_PORT,
    logger,
  });
  logger.info({ metricsPort: server.port }, 'the metrics of work are served');
  return server;
}
