import type { Config } from '../config.ts';
import type { Context } from '../core/context/index.ts';
import {
  checkInstallation,
  type Installation,
  openDispatchDoor,
  openInstallation,
} from '../core/installation/index.ts';
import { executeSegment } from '../engine/interpreter/segment.ts';
import { Reconciler } from '../engine/reconciler.ts';
import type { ExecuteRun } from '../engine/run-service.ts';
import { Sweeper } from '../engine/sweeper.ts';
import { systemClock } from '../lib/clock.ts';
import { createEgress } from '../lib/egress/egress.ts';
import { fault } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { repeat } from '../lib/repeat.ts';
import { engineOf } from './engine.ts';
import { mailerOf } from './mailer.ts';

const sweepEveryMs = 250;
const reconcileEveryMs = 2_000;
const connectionPatienceMs = 30_000;

/** What `work` needs to execute runs, and to feed the engine with those that nobody handed over. */
export function openExecution(config: Config, installation: Installation, logger: Logger) {
  const engine = engineOf(config);
  if (!engine) {
    throw fault('engine_unknown', 'Set RESTATE_ADMIN_URL and RESTATE_INGRESS_URL: `work` needs an engine.');
  }
  const db = openInstallation(installation, {
    applicationName: 'hark-work',
    poolSize: config.DATABASE_POOL_SIZE,
    logger,
    // The engine hands out hundreds of runs at once: they take turns at the connections.
    patienceMs: connectionPatienceMs,
    onlyLookups: true,
  });
  const door = openDispatchDoor(installation, logger);
  const sweeper = new Sweeper(door, engine, systemClock);
  const reconciler = new Reconciler(door, engine, systemClock, logger);
  const jobs = [
    repeat('sweep runs', sweepEveryMs, logger, () => sweeper.sweep()),
    repeat('reconcile runs', reconcileEveryMs, logger, () => reconciler.reconcile()),
  ];
  const outside = {
    egress: createEgress({ ports: config.HARK_EGRESS_PORTS, allow: config.HARK_EGRESS_ALLOW }),
    mailer: mailerOf(config),
  };
  // The database may still be away or not yet migrated when the first run comes: then the engine tries again.
  let context: Context | undefined;
  const contextOf = async () => {
    context ??= { db, clock: systemClock, key: await checkInstallation(db, installation) };
    return context;
  };
  const execute: ExecuteRun = async (job) =>
    executeSegment({ context: await contextOf(), engine, outside, logger }, job);
  return {
    execute,
    stop: () => Promise.all(jobs.map((job) => job.stop())),
    async close() {
      await Promise.all([db.close(), door.close()]);
    },
  };
}
