import { relayEvents } from '../../core/event-feed/index.ts';
import { reportRefusing } from '../../core/listeners/index.ts';
import { startDue, startTriggered } from '../../core/triggers/index.ts';
import { queueDeliveries } from '../../core/webhooks/index.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { repeat } from '../../lib/process/repeat.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';
import type { EventDatabases } from './event-databases.ts';

const scheduleEveryMs = 1_000;
const relayEveryMs = 250;
const reportRefusingEveryMs = 15_000;
/** Limits the rounds per pass, so shutdown doesn't have to wait. The next pass continues. */
const maxRounds = 20;

/** Writes and relays events, and starts the runs of triggers. Any number of processes can do this concurrently. */
export function startTriggers(
  { upkeep, db }: EventDatabases,
  logger: Logger,
  metrics: Metrics,
): { close(): Promise<void> } {
  const context = { db, clock: systemClock, logger };
  const regularly = (name: string, everyMs: number, work: () => Promise<void>) =>
    repeat(name, everyMs, logger, metrics.watchJob(name, everyMs, work));
  const jobs = [
    regularly(
      'start scheduled runs',
      scheduleEveryMs,
      inRounds(() => startDue(upkeep, context)),
    ),
    regularly(
      'relay events',
      relayEveryMs,
      inRounds(() => relayEvents(upkeep, context, [startTriggered, queueDeliveries])),
    ),
    regularly('report listeners that reject requests', reportRefusingEveryMs, () =>
      reportRefusing(upkeep, context),
    ),
  ];
  return {
    async close() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

const inRounds = (work: () => Promise<{ hasMore: boolean }>) => async (): Promise<void> => {
  for (let round = 0; round < maxRounds; round++) if (!(await work()).hasMore) return;
};
