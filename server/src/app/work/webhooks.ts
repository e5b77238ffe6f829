import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Installation } from '../../core/installation/index.ts';
import { Deliverer, disableFailing, notifyDisabled } from '../../core/webhooks/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { createEgress } from '../../lib/egress/egress.ts';
import type { Logger } from '../../lib/log.ts';
import type { Mailer } from '../../lib/mail.ts';
import { repeat } from '../../lib/process/repeat.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';
import { startFollowingKey } from '../follow-key.ts';
import { createLazyContext } from '../lazy-context.ts';
import type { EventDatabases } from './event-databases.ts';

const deliverEveryMs = 250;
const disableEveryMs = 60_000;
const notifyEveryMs = 15_000;
/** How long shutdown waits for attempts in flight. Another process repeats those that it abandons. */
const finishWithinMs = 5_000;

interface Surroundings {
  readonly logger: Logger;
  readonly mailer: Mailer | undefined;
  readonly metrics: Metrics;
}

/** Sends events to webhooks. Any number of processes can do this concurrently. */
export function startWebhooks(
  config: Config,
  installation: Installation,
  { upkeep, db }: EventDatabases,
  { logger, mailer, metrics }: Surroundings,
): { close(): Promise<void> } {
  const egress = createEgress({ ports: config.HARK_EGRESS_PORTS, allow: config.HARK_EGRESS_ALLOW });
  const observe = (outcome: string, seconds: number) => metrics.observeCall('webhook', outcome, seconds);
  const { open, present } = createLazyContext({ db, clock: systemClock }, installation);
  let deliverer: Deliverer | undefined;
  const deliver = async () => {
    const context = await open();
    deliverer ??= new Deliverer({ upkeep, context, egress, logger, observe });
    await deliverer.deliverDue();
  };
  const regularly = (name: string, everyMs: number, work: () => Promise<unknown>) =>
    repeat(name, everyMs, logger, metrics.watchJob(name, everyMs, work));
  const jobs = [
    regularly('deliver to webhooks', deliverEveryMs, deliver),
    regularly('disable failing webhooks', disableEveryMs, async () => {
      for (const { workspace, webhook } of await disableFailing(upkeep, await open()))
        logger.warn(
          { workspace_id: workspace, webhook_id: webhook },
          'webhook disabled after 72 hours of failures',
        );
    }),
    regularly('notify administrators of disabled webhooks', notifyEveryMs, async () => {
      for (const { workspace, webhook, outcome, reason } of await notifyDisabled(
        upkeep,
        { db, clock: systemClock },
        mailer,
      )) {
        const ids = { workspace_id: workspace, webhook_id: webhook };
        if (outcome === 'told') logger.info(ids, 'webhook disabled; administrators notified');
        else
          logger.warn({ ...ids, outcome, reason }, 'webhook disabled; administrators could not be notified');
      }
    }),
    startFollowingKey(installation, present, logger),
  ];
  return {
    async close() {
      await Promise.all(jobs.map((job) => job.stop()));
      await Promise.race([deliverer?.finish(), sleep(finishWithinMs, undefined, { ref: false })]);
    },
  };
}
