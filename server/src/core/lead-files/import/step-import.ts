import type { Transaction } from '../../../db/driver/transaction.ts';
import { isRefusal } from '../../../lib/errors.ts';
import type { Context } from '../../context/index.ts';
import {
  type HeldJob,
  insertPart,
  type Job,
  leaseMs,
  lockHeld,
  selectFileSize,
  updateEndedJob,
  updateProgress,
} from '../../jobs/index.ts';
import { refusedHead } from './first-refused.ts';
import { type BatchResult, importBatch } from './import-batch.ts';
import type { ImportOptions } from './import-options.ts';
import { readCsvRows } from './read-rows.ts';

/**
 * Imports the next batch of rows. The rows and the position are committed together, so a crash neither
 * repeats nor skips a row. Trials are rolled back.
 * @returns whether there is more to do
 */
export async function stepImport(context: Context, held: HeldJob): Promise<boolean> {
  const { db } = context;
  try {
    const rehearsed = await rehearseBatch(context, held);
    return await db.write(held.workspace, async (transaction) => {
      const job = await lockHeld(transaction, held);
      if (!job) return false;
      return save(context, transaction, job, rehearsed ?? (await importBatch(context, transaction, job)));
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await db.write(held.workspace, async (transaction) => {
      const job = await lockHeld(transaction, held);
      if (job) await updateEndedJob(transaction, job, 'failed', error.message, context.clock.now());
    });
    return false;
  }
}

/** Imports a batch and rolls it back. Returns its result, or undefined if the job isn't a trial. */
const rehearseBatch = (context: Context, held: HeldJob): Promise<BatchResult | undefined> =>
  context.db.rehearse().write(held.workspace, async (transaction) => {
    const job = await lockHeld(transaction, held);
    const isTrial = (job?.options as ImportOptions | undefined)?.is_trial;
    return job && isTrial ? importBatch(context, transaction, job) : undefined;
  });

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
  await updateEndedJob(transaction, job, is_trial ? 'checked' : 'succeeded', null, now);
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
  const { records } = await readCsvRows(transaction, job, options, 0, 1);
  return refusedHead(records[0]?.cells ?? []);
}
