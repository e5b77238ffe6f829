import type { Transaction } from '../../db/driver/transaction.ts';
import { isRefusal } from '../../lib/errors.ts';
import type { Context } from '../context/index.ts';
import {
  type HeldJob,
  insertPart,
  type Job,
  type JobCounts,
  leaseMs,
  lockHeld,
  selectFileSize,
  updateEndedJob,
  updateProgress,
} from '../jobs/index.ts';

interface StepResult {
  readonly position: number;
  readonly rowNumber: number;
  readonly counts: JobCounts;
  readonly isEnd: boolean;
}

/**
 * Runs a step and saves its progress in the same transaction, so a crash neither repeats nor skips anything.
 * @returns whether there is more to do
 */
export async function inStep(
  { db, clock }: Context,
  held: HeldJob,
  work: (transaction: Transaction, job: Job) => Promise<StepResult>,
): Promise<boolean> {
  try {
    return await db.write(held.workspace, async (transaction) => {
      const job = await lockHeld(transaction, held);
      if (!job) return false;
      const { isEnd, ...progress } = await work(transaction, job);
      const now = clock.now();
      await updateProgress(transaction, job, progress, {
        now,
        leaseUntil: new Date(now.getTime() + leaseMs),
      });
      if (isEnd) await updateEndedJob(transaction, job, 'succeeded', null, now);
      return !isEnd;
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await db.write(held.workspace, async (transaction) => {
      const job = await lockHeld(transaction, held);
      if (job) await updateEndedJob(transaction, job, 'failed', error.message, clock.now());
    });
    return false;
  }
}

/** Appends lines to a job's result. If the file is empty, writes the header row first. */
export async function addLines(
  transaction: Transaction,
  job: Job,
  lines: readonly string[],
  head: string,
): Promise<void> {
  if (lines.length === 0) return;
  const size = await selectFileSize(transaction, job, 'result');
  await insertPart(transaction, job, 'result', size, Buffer.from((size === 0 ? head : '') + lines.join('')));
}
