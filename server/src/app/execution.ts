import type { Config } from '../config.ts';
import { type Installation, openDispatchDoor, openInstallation } from '../core/installation/index.ts';
import { Reconciler } from '../engine/dispatch/reconciler.ts';
import { Sweeper } from '../engine/dispatch/sweeper.ts';
import { RunExecutor } from '../engine/interpreter/execute-runs.ts';
import { createRunWatch } from '../engine/interpreter/run-observer.ts';
import type { ExecuteRuns } from '../engine/run-service.ts';
import { systemClock } from '../lib/clock.ts';
import { createEgress } from '../lib/egress/egress.ts';
import { fault } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { repeat } from '../lib/process/repeat.ts';
import type { Metrics } from '../lib/telemetry/metrics.ts';
import type { Tracing } from '../lib/telemetry/tracing.ts';
import { engineOf, startPatienceMs } from './engine.ts';
import { startFollowingKey } from './follow-key.ts';
import { createLazyContext } from './lazy-context.ts';
import { mailerOf } from './mailer.ts';
import { measureEngine, measureMailer } from './measured.ts';
import { watchClock } from './monitoring/clock-watch.ts';

const sweepEveryMs = 250;
const reconcileEveryMs = 2_000;
const resumeEveryMs = 2_000;
const connectionPatienceMs = 30_000;

interface Watchers {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
}

/**
 * Opens everything that `work` needs to execute runs and to dispatch runs that haven't been sent to the engine
 * yet.
 */
export function openExecution(config: Config, installation: Installation, watchers: Watchers) {
  const { logger, metrics } = watchers;
  const engine = engineOf(config);
  if (!engine) {
    throw fault('engine_unknown', '`work` needs an engine. Set RESTATE_ADMIN_URL and RESTATE_INGRESS_URL.');
  }
  const db = openInstallation(installation, {
    applicationName: 'hark-work',
    poolSize: config.DATABASE_POOL_SIZE,
    logger,
    // The engine sends hundreds of runs at once, so runs wait for a free connection.
    patienceMs: connectionPatienceMs,
    lookupsOnly: true,
  });
  const door = openDispatchDoor(installation, logger);
  const sweeper = new Sweeper(door, measureEngine(engine, metrics, 'sweeper'), systemClock);
  const reconciler = new Reconciler(door, measureEngine(engine, metrics, 'reconciler'), systemClock, logger);
  metrics.watchPool('app', db.load);
  metrics.watchPool('dispatch', door.load);
  const regularly = (name: string, everyMs: number, work: () => Promise<unknown>) =>
    repeat(name, everyMs, logger, metrics.watchJob(name, everyMs, work), { patienceMs: startPatienceMs });
  const jobs = [
    regularly('sweep runs', sweepEveryMs, () => sweeper.sweep()),
    regularly('reconcile runs', reconcileEveryMs, () => reconciler.reconcile()),
    regularly('resume runs', resumeEveryMs, () => sweeper.resume()),
  ];
  const outside = {
    egress: createEgress({ ports: config.HARK_EGRESS_PORTS, allow: config.HARK_EGRESS_ALLOW }),
    mailer: measureMailer(mailerOf(config), metrics),
  };
  // If the database is unavailable or not migrated when the first run arrives, the engine retries it.
  const context = createLazyContext({ db, clock: systemClock }, installation);
  const watch = createRunWatch(watchers);
  const comparing = watchClock(() => db, systemClock, watchers);
  const following = startFollowingKey(installation, context.present, logger);
  const executor = new RunExecutor({ outside, logger, watch });
  const execute: ExecuteRuns = async (jobs) => executor.execute(await context.open(), jobs);
  return {
    execute,
    stop: () => Promise.all([...jobs, comparing, following].map((job) => job.stop())),
    async close() {
      await Promise.all([db.close(), door.close()]);
    },
  };
}
