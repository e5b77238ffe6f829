import type { Transaction } from '../../db/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { Context } from '../context/index.ts';
import {
  type HeldJob,
  insertPart,
  type Job,
  leaseMs,
  lockHeld,
  selectFileSize,
  updateEnded,
  updateProgress,
} from '../jobs/index.ts';
import { type BatchResult, importBatch } from './import-batch.ts';
import type { ImportOptions } from './import-options.ts';
import { readRows } from './read-rows.ts';
import { refusedHead } from './refused-lines.ts';

/** Undoes what a trial wrote, and takes along what it found out. */
class TrialEnded extends Error {
  readonly result: BatchResult;

  constructor(result: BatchResult) {
    super('a trial has ended');
    this.result = result;
  }
}

/**
 * Imports the next rows. They and the place that the job has come to are one transaction: after a crash nothing is repeated and
 * nothing is left out. A trial is undone, and only what it found out is kept. @returns whether there is more to do
 */
export async function stepImport(context: Context, held: HeldJob): Promise<boolean> {
  const { db } = context;
  try {
    return await db.withWorkspace(held.workspace, async (transaction) => {
      const job = await lockHeld(transaction, held);
      if (!job) return false;
      const result = await importBatch(context, transaction, job);
      if ((job.options as ImportOptions).is_trial) throw new TrialEnded(result);
      return save(context, transaction, job, result);
    });
  } catch (error) {
    if (!(error instanceof TrialEnded) && !isRefusal(error)) throw error;
    return db.withWorkspace(held.workspace, async (transaction) => {
      const job = await lockHeld(transaction, held);
      if (!job) return false;
      if (error instanceof TrialEnded) return save(context, transaction, job, error.result);
      await updateEnded(transaction, job, 'failed', error.message, context.clock.now());
      return false;
    });
  }
}

/** What the whole job runs into, and would run into again. */
const isRefusal = (error: unknown): error is HarkError =>
  error instanceof HarkError && (error.kind === 'invalid' || error.kind === 'forbidden');

async function save(
  { clock }: Context,
  transaction: Transaction,
  job: Job,
  { refused, isEnd, ...progress }: BatchResult,
): Promise<boolean> {
  if (refused !== '') await keepRefused(transaction, job, refused);
  const now = clock.now();
  await updateProgress(transaction, job, progress, { now, leaseUntil: new Date(now.getTime() + leaseMs) });
  if (!isEnd) return true;
  const { is_trial } = job.options as ImportOptions;
  await updateEnded(transaction, job, is_trial ? 'checked' : 'succeeded', null, now);
  return false;
}

async function keepRefused(transaction: Transaction, job: Job, lines: string): Promise<void> {
  const size = await selectFileSize(transaction, job, 'result');
  const head = size === 0 ? await headOf(transaction, job) : '';
  await insertPart(transaction, job, 'result', size, Buffer.from(head + lines));
}

async function headOf(transaction: Transaction, job: Job): Promise<string> {
  const options = job.options as ImportOptions;
  if (!options.has_header) return refusedHead([]);
  const { records } = await readRows(transaction, job, options, 0, 1);
  return refusedHead(records[0]?.cells ?? []);
}
