import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../../config.ts';
import { type Exposed, startMetricsServer } from '../../http/server/metrics.ts';
import type { Logger } from '../../lib/log.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';

type MetricsServer = Awaited<ReturnType<typeof startMetricsServer>>;

/** If `work` runs several processes, each sends its metrics to the first one, which serves them all. */
export async function exposeWorkMetrics(
  { registry }: Metrics,
  config: Config,
  logger: Logger,
): Promise<MetricsServer | undefined> {
  if (!cluster.isWorker) return serve(registry, config, logger);
  // The constructor registers the handler that responds to the first process, so the object itself isn't
  // needed.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([registry]);
  return undefined;
}

/** Serves the metrics of all `work` processes. Counters are summed; gauges for shared state report the maximum. */
export function exposeAllWorkMetrics(config: Config, logger: Logger): Promise<MetricsServer> {
  const all = new AggregatorRegistry();
  return serve({ contentType: all.contentType, metrics: () => all.clusterMetrics() }, config, logger);
}

async function serve(exposed: Exposed, config: Config, logger: Logger): Promise<MetricsServer> {
  const server = await startMetricsServer(exposed, {
    host: config.METRICS_HOST,
    port: config.WORK_METRICS_PORT,
    logger,
    // The first of several processes executes no runs, so it knows this only from the others' metrics.
    isEngineOk: async () => /^hark_runs_deliverable 1$/m.test(await exposed.metrics()),
  });
  logger.info({ metrics_port: server.port }, 'serving metrics of all work processes');
  return server;
}
