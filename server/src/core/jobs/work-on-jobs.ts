import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { isOutage, messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import type { Context } from '../context/index.ts';
import { releaseLease, takeNext } from './claim-store.ts';
import { type HeldJob, type JobKind, leaseMs, maxAttempts, maxClaims } from './job.ts';
import { lockHeld, updateEndedJob } from './job-store.ts';

/** Processes one batch of a job. @returns whether the job has more to do */
export type JobStep = (context: Context, held: HeldJob) => Promise<boolean>;

/** How long a job runs before another job gets a turn. */
const turnMs = 2_000;
const pauseAfterFailureMs = 5_000;

/**
 * Claims a waiting job and works on it for a while. Each step saves its progress in the same transaction, so
 * after a crash another process can resume without repeating or skipping anything.
 * @returns whether there was anything to do
 */
export async function workOnJobs(
  { upkeep, context, logger, signal }: Workplace,
  steps: Readonly<Record<JobKind, JobStep>>,
): Promise<boolean> {
  const { clock } = context;
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  const held = await upkeep.run((transaction) =>
    takeNext(transaction, { now: clock.now(), leaseUntil: later(leaseMs) }),
  );
  if (!held) return false;
  if (held.attempts > maxClaims) {
    await giveUp(context, held);
    return true;
  }
  const release = (until: Date | null) => upkeep.run((transaction) => releaseLease(transaction, held, until));
  try {
    const turnEnd = later(turnMs);
    while (await steps[held.kind](context, held)) if (signal.aborted || clock.now() >= turnEnd) break;
    await release(null);
  } catch (error) {
    const { workspace, id, attempts } = held;
    logger.warn(
      { workspace_id: workspace, job_id: id, attempts, reason: messageOf(error) },
      'job failed, retrying',
    );
    if (attempts >= maxAttempts && !isOutage(error)) await giveUp(context, held);
    else await release(later(pauseAfterFailureMs));
  }
  return true;
}

export interface Workplace {
  readonly upkeep: UpkeepDatabase;
  readonly context: Context;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const giveUp = ({ db, clock }: Context, held: HeldJob): Promise<void> =>
  db.write(held.workspace, async (transaction) => {
    const job = await lockHeld(transaction, held);
    const says = "The job failed several times. Hark's log has the reason; start the job again later.";
    if (job) await updateEndedJob(transaction, job, 'failed', says, clock.now());
  });
