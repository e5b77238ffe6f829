import { type Config, installationSettings, version } from '../../config.ts';
import { findInstallation } from '../../core/installation/index.ts';
import { startWorker } from '../../engine/worker.ts';
import { systemClock } from '../../lib/clock.ts';
import { fault } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { createMetrics } from '../../lib/telemetry/metrics.ts';
import { engineOf } from '../engine.ts';
import { openExecution } from '../execution.ts';
import { mailerOf } from '../mailer.ts';
import { measureMailer } from '../measured.ts';
import { openTracing } from '../tracing.ts';
import { openEventDatabases } from './event-databases.ts';
import { startJobs } from './jobs.ts';
import { exposeWorkMetrics } from './metrics.ts';
import { startTriggers } from './triggers.ts';
import { startUpkeep } from './upkeep.ts';
import { startWebhooks } from './webhooks.ts';

export async function startWork(config: Config, logger: Logger): Promise<{ close(): Promise<void> }> {
  const adminUrl = config.RESTATE_ADMIN_URL;
  const engine = engineOf(config);
  if (adminUrl === undefined || engine === undefined) {
    throw fault('engine_unknown', '`work` needs an engine. Set RESTATE_ADMIN_URL and RESTATE_INGRESS_URL.');
  }
  const installation = findInstallation(installationSettings(config));
  const metrics = createMetrics();
  metrics.setVersion(version);
  const tracing = await openTracing(config, 'work');
  const runs = openExecution(config, installation, { logger, metrics, tracing });
  const worker = await startWorker({
    host: config.WORK_HOST,
    port: config.WORK_PORT,
    workUrl: config.WORK_URL,
    adminUrl,
    engine,
    version,
    clock: systemClock,
    logger,
    executeRuns: runs.execute,
  });
  metrics.watchDelivery(worker.state);
  const mailer = measureMailer(mailerOf(config), metrics);
  const upkeep = startUpkeep(installation, logger, mailer, metrics);
  const jobs = startJobs(installation, logger);
  const events = openEventDatabases(installation, logger);
  const triggers = startTriggers(events, logger, metrics);
  const webhooks = startWebhooks(config, installation, events, { logger, mailer, metrics });
  const exposed = await exposeWorkMetrics(metrics, config, logger);
  return {
    async close() {
      const parts = [upkeep, jobs, triggers, webhooks];
      await Promise.all([worker.close(), runs.stop(), ...parts.map((part) => part.close())]);
      await Promise.all([runs.close(), events.close(), exposed?.close(), tracing?.close()]);
    },
  };
}
