import { purgeAgentCalls } from '../../core/agents/index.ts';
import { purgeKeyUses } from '../../core/api-keys/index.ts';
import { notifyDeciders } from '../../core/approvals/index.ts';
import { purgeAttempts } from '../../core/attempts/index.ts';
import { purgeEvents } from '../../core/events/index.ts';
import { purgeHistory } from '../../core/history/index.ts';
import { type Installation, openInstallation, openUpkeepDoor } from '../../core/installation/index.ts';
import { purgeJobs } from '../../core/jobs/index.ts';
import { foldLeadCounts, purgeLeads, recountDue, rewriteLeads } from '../../core/leads/index.ts';
import { purgeOAuth } from '../../core/oauth/index.ts';
import { purgeLinks } from '../../core/password-links/index.ts';
import { purgeProposals } from '../../core/proposals/index.ts';
import { makeRunPartitions, purgeDeliveries, purgeRuns, tellFailing } from '../../core/runs/index.ts';
import { purgeSessions } from '../../core/sessions/index.ts';
import { purgeFlows } from '../../core/sign-in-flows/index.ts';
import { purgeWebhookDeliveries } from '../../core/webhooks/index.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import type { Mailer } from '../../lib/mail.ts';
import { repeat } from '../../lib/process/repeat.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';

const foldEveryMs = 500;
const purgeEveryMs = 600_000;
const rewriteEveryMs = 1_000;
const recountEveryMs = 60_000;
const logEveryMs = 15_000;
const approvalsEveryMs = 2_000;
const partitionsEveryMs = 6 * 3_600_000;

/**
 * Limits the rounds per pass, so shutdown doesn't have to wait for a large workspace. The next pass resumes
 * where this one stopped.
 */
const maxRounds = 20;

/** Runs scheduled maintenance for all workspaces. Any number of processes can do this concurrently. */
export function startUpkeep(
  installation: Installation,
  logger: Logger,
  mailer: Mailer | undefined,
  metrics: Metrics,
): { close(): Promise<void> } {
  const upkeep = openUpkeepDoor(installation, logger);
  // Two jobs need leads, which the upkeep role can't read, so they process one workspace at a time.
  const db = openInstallation(installation, { applicationName: 'hark-work', poolSize: 2, logger });
  metrics.watchPool('upkeep', upkeep.load);
  const regularly = (name: string, everyMs: number, work: () => Promise<unknown>) =>
    repeat(name, everyMs, logger, metrics.watchJob(name, everyMs, work));
  const jobs = [
    regularly('fold lead counts', foldEveryMs, () => foldLeadCounts(upkeep)),
    regularly('purge leads', purgeEveryMs, () => purgeLeads(upkeep)),
    regularly('purge history', purgeEveryMs, () => purgeHistory(upkeep)),
    regularly('purge events', purgeEveryMs, () => purgeEvents(upkeep, systemClock)),
    regularly('purge webhook deliveries', purgeEveryMs, () => purgeWebhookDeliveries(upkeep, systemClock)),
    regularly('purge agent calls', purgeEveryMs, () => purgeAgentCalls(upkeep)),
    regularly('create partitions', partitionsEveryMs, () => makeRunPartitions(upkeep)),
    regularly('purge runs', purgeEveryMs, () => purgeRuns(upkeep, systemClock)),
    regularly('notify owners of failing workflows', logEveryMs, async () => {
      for (const { outcome, ...failing } of await tellFailing(upkeep, { db, clock: systemClock }, mailer)) {
        const says = 'workflow started failing';
        if (outcome === 'told') logger.info(failing, `${says}; owner notified`);
        else logger.warn(failing, `${says}; owner could not be notified (${outcome})`);
      }
    }),
    regularly('notify people of approvals', approvalsEveryMs, async () => {
      for (const untold of await notifyDeciders(upkeep, { db, clock: systemClock }, mailer))
        logger.warn(untold, 'an email about an approval could not be sent');
    }),
    regularly('purge imports and exports', purgeEveryMs, () => purgeJobs(upkeep, systemClock)),
    regularly('purge deliveries', purgeEveryMs, () => purgeDeliveries(upkeep)),
    regularly('purge sign-ins', purgeEveryMs, async () => {
      for (const purge of [
        purgeSessions,
        purgeFlows,
        purgeProposals,
        purgeLinks,
        purgeAttempts,
        purgeKeyUses,
      ])
        await purge(upkeep, systemClock.now());
    }),
    regularly('purge grants and tokens', purgeEveryMs, () => purgeOAuth(upkeep, systemClock)),
    regularly('rewrite leads', rewriteEveryMs, async () => {
      for (let round = 0; round < maxRounds; round++) if (!(await rewriteLeads(upkeep, db))) return;
    }),
    regularly('recount leads', recountEveryMs, async () => {
      for (const { workspace, recounted } of await recountDue(upkeep, db)) {
        logger.error(
          { workspace_id: workspace, leads: recounted.leads, differences: recounted.differences },
          'lead counts are wrong; `hark doctor --recount` shows them; please report this bug',
        );
      }
    }),
  ];
  return {
    async close() {
      await Promise.all(jobs.map((job) => job.stop()));
      await Promise.all([upkeep.close(), db.close()]);
    },
  };
}
