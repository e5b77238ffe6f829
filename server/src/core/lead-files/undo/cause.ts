import { z } from 'zod';
import type { Transaction } from '../../../db/driver/transaction.ts';
import { conflict, invalid } from '../../../lib/errors.ts';
import type { JobId, WorkspaceId } from '../../../lib/ids.ts';
import { meansTypes } from '../../audit/index.ts';
import { selectJob } from '../../jobs/index.ts';

const id = z.int().positive();
const time = z.iso.datetime({ offset: true });

const causeSchema = z
  .strictObject({
    user: id.optional(),
    means: z
      .strictObject({
        type: z.enum(meansTypes),
        id: id.nullable().default(null),
        name: z.string().max(500).nullable().default(null),
      })
      .optional(),
    run: z.uuidv7().optional(),
    job: id.optional(),
  })
  .refine(
    ({ user, means, run, job }) =>
      [run, job, user ?? means].filter((part) => part !== undefined).length === 1,
    'name a user, a means or both, or a run, or a job.',
  );

/** What to undo: a cause, and the period of its changes (spec/undo §1). */
export const undoSchema = z.strictObject({
  cause: causeSchema,
  since: time.optional(),
  until: time.optional(),
});
export type UndoParams = z.infer<typeof undoSchema>;
export type Cause = z.infer<typeof causeSchema>;

/** A cause and the period of its changes, both ends included. */
export interface CausePeriod {
  readonly cause: Cause;
  readonly since: Date;
  readonly until: Date;
}

/** Returns when a run was accepted: a version 7 UUID starts with the time in milliseconds. */
const timeOfRun = (run: string): Date => new Date(Number.parseInt(run.replaceAll('-', '').slice(0, 12), 16));

/**
 * Returns the period to undo (spec/undo §1.2). The changes of a run or a job end by themselves, so `since` can be
 * left out. A job must have ended.
 */
export async function resolvePeriod(
  transaction: Transaction,
  workspace: WorkspaceId,
  { cause, since, until }: UndoParams,
  now: Date,
): Promise<CausePeriod> {
  const { run, job: jobId } = cause;
  const job = jobId === undefined ? undefined : await selectJob(transaction, workspace, jobId as JobId);
  if (job && !job.endedAt) throw conflict('job_runs', 'This job is still running. Cancel it first.');
  const start = run === undefined ? (job?.createdAt ?? (jobId && new Date(0))) : timeOfRun(run);
  const from = since === undefined ? start : new Date(since);
  if (!from) throw invalid('field_required', 'since: is required.');
  const end = until === undefined ? now : new Date(until);
  if (end < from) throw invalid('invalid_value', 'until: must not be before since.');
  return { cause, since: from, until: end < now ? end : now };
}
