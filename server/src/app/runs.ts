import type { Context } from '../core/context/index.ts';
import { type Installation, openDispatchDoor, openIngestDoor } from '../core/installation/index.ts';
import { ListenerDirectory, RefusedRequests } from '../core/listeners/index.ts';
import {
  AcceptQueue,
  AnswerWaiters,
  answersChannel,
  findStoredIn,
  type RunDispatch,
  type RunEngine,
} from '../core/runs/index.ts';
import { listenTo } from '../db/notifications.ts';
import { Dispatcher } from '../engine/dispatch/dispatcher.ts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { repeat } from '../lib/process/repeat.ts';
import type { Metrics } from '../lib/telemetry/metrics.ts';
import { measureEngine } from './measured.ts';
import { watchBacklog } from './monitoring/backlog.ts';
import { watchClock } from './monitoring/clock-watch.ts';

const writeRefusedEveryMs = 1_000;

/** Without an engine, accepted runs wait for a worker that has one. */
const noDispatch: RunDispatch & { stop(): void } = { claim: () => false, start: () => {}, stop: () => {} };

/** Opens everything that `serve` needs to accept runs, dispatch them and wait for their responses. */
export function openRuns(
  installation: Installation,
  engine: RunEngine | undefined,
  context: Context,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
) {
  const ingest = openIngestDoor(installation, logger);
  const door = openDispatchDoor(installation, logger);
  const dispatch = engine
    ? new Dispatcher(measureEngine(engine, metrics, 'dispatcher'), door, logger)
    : noDispatch;
  const waiters = new AnswerWaiters(door);
  const hearing = listenTo(installation.addresses, answersChannel, (run) => waiters.wake(run), logger);
  const refused = new RefusedRequests();
  const writing = repeat('store rejected requests', writeRefusedEveryMs, logger, () =>
    refused.write(context),
  );
  metrics.watchPool('ingest', ingest.load);
  metrics.watchPool('dispatch', door.load);
  const looking = watchBacklog(door, metrics, systemClock, logger);
  const comparing = watchClock(() => context.db, systemClock, { logger, metrics });
  return {
    parts: {
      directory: new ListenerDirectory(),
      queue: new AcceptQueue(ingest, findStoredIn(door), systemClock),
      dispatch,
      waiters,
      refused,
    },
    /** Stops all waiting requests before the server shuts down. */
    release: () => waiters.close(),
    async close() {
      dispatch.stop();
      await Promise.all([hearing, writing, looking, comparing].map((one) => one.stop()));
      await Promise.all([ingest.close(), door.close()]);
    },
  };
}
