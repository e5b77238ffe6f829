import type { Context } from '../../core/context/index.ts';
import { type PartitionState, readPartitionState } from '../../core/runs/index.ts';
import { MovedHosts } from '../../core/workspace-move/index.ts';
import { startHeartbeat } from '../../engine/restate/heartbeat.ts';
import { systemClock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { type Repeated, repeat } from '../../lib/process/repeat.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';
import { startPatienceMs } from '../engine.ts';
import { startFollowingKey } from '../follow-key.ts';
import { watchDataDisk } from '../monitoring/data-disk.ts';
import { watchSchema } from '../monitoring/schema-watch.ts';
import type { ServeParts } from './parts.ts';

const heartbeatEveryMs = 2_000;
const partitionsEveryMs = 60_000;
const writeKeyUsesEveryMs = 10_000;
/** A switch is announced longer than this in advance (`noticeMs` in move-workspace.ts). */
const followMovesEveryMs = 500;

export type Background = ReturnType<typeof startBackground>;

/** Starts what `serve` repeats while it serves. */
export function startBackground(parts: ServeParts) {
  const { config, logger, installation, db, ready, context, metrics, keyUses } = parts;
  const heartbeat = watchEngine(parts);
  const moved = new MovedHosts();
  const jobs = [
    watchPartitions(context, metrics, logger),
    watchSchema(db, metrics, logger),
    watchDataDisk(config.HARK_DATA_DIR, metrics, logger),
    startFollowingKey(installation, ready.present, logger),
    repeat('store API key uses', writeKeyUsesEveryMs, logger, () => keyUses.write(context)),
    repeat('follow moves', followMovesEveryMs, logger, () => moved.refresh(context)),
  ];
  return {
    heartbeat,
    moved,
    async stop() {
      heartbeat?.stop();
      await Promise.all(jobs.map((job) => job?.stop()));
    },
  };
}

function watchEngine({ engine, metrics, logger }: ServeParts) {
  if (!engine) return undefined;
  const heartbeat = startHeartbeat(engine, {
    everyMs: heartbeatEveryMs,
    patienceMs: startPatienceMs,
    clock: systemClock,
    onChange: ({ ok }, error) =>
      ok ? logger.info('engine available') : logger.warn({ reason: messageOf(error) }, 'engine unavailable'),
  });
  metrics.watchEngine(heartbeat.state);
  return heartbeat;
}

/** Updates the metrics once a minute, so scraping them costs nothing. */
function watchPartitions(context: Context, metrics: Metrics, logger: Logger): Repeated {
  let state: PartitionState = { weeksReady: 0, defaultBytes: 0 };
  metrics.watchPartitions(() => state);
  return repeat('check partitions', partitionsEveryMs, logger, async () => {
    state = await readPartitionState(context.db);
  });
}
