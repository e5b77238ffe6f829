import type { Context } from '../../core/context/index.ts';
import {
  cancelApproval,
  type LoadedRun,
  lockRuns,
  notifyAnswer,
  type RunJob,
  updateRun,
  wakeRun,
} from '../../core/runs/index.ts';
import type { Logger } from '../../lib/log.ts';
import type { Outside } from './calls/outside-call.ts';
import { type FoundRun, loadRunContexts } from './run-context.ts';
import type { RunWatch } from './run-observer.ts';
import { Segment, type SegmentMemory } from './segment.ts';
import { AuthorityChanged, FencePassed } from './signals.ts';
import { StepRecorder } from './step-record.ts';
import { retryWhileDatabaseDown } from './unsaved-outcomes.ts';

export interface SegmentOptions {
  readonly context: Context;
  readonly outside: Outside;
  readonly logger: Logger;
  readonly watch?: RunWatch;
}

/**
 * Executes a run until it ends, starts a long wait, or belongs to another worker. Service problems are thrown,
 * so the engine retries; workflow problems end the run.
 */
export async function executeSegment(options: SegmentOptions, job: RunJob, found: FoundRun): Promise<void> {
  const { clock, key } = options.context;
  const recorder = new StepRecorder(key, (text) => text);
  const memory: SegmentMemory = { outcomes: new Map(), recorder, startedAt: clock.now() };
  let seen: FoundRun | undefined = found;
  await retryWhileDatabaseDown(memory.outcomes, async () => {
    const present = seen ?? (await loadRunContexts(options.context, job.workspace, [job]))[0]?.found;
    // A retry has to read the run's current state again.
    seen = undefined;
    if (present) await executeFound(options, job, present, memory);
  });
}

async function executeFound(
  { context, outside, logger, watch }: SegmentOptions,
  job: RunJob,
  found: FoundRun,
  memory: SegmentMemory,
): Promise<void> {
  if (found.kind === 'none') return;
  if (found.kind === 'unreadable') throw found.error;
  if (found.kind === 'workflow deleted') return endWithout(context, job, found.run);
  const watching = watch?.(job, found.runContext);
  memory.recorder.addMask(found.runContext.mask);
  try {
    await new Segment(context, outside, logger, found.runContext, memory, watching).execute();
  } catch (error) {
    if (error instanceof FencePassed) return;
    if (!(error instanceof AuthorityChanged)) watching?.interrupted();
    throw error;
  } finally {
    watching?.over();
  }
}

async function endWithout(
  { db, clock }: Context,
  job: RunJob,
  { isAwaited, calledBy }: LoadedRun,
): Promise<void> {
  const now = clock.now();
  const error = 'The workflow was deleted.';
  await db.write(job.workspace, async (transaction) => {
    const locked = lockRuns(transaction, job.workspace, [job]);
    await transaction.flush();
    if (!(await locked).has(job.run)) return;
    if (isAwaited) await notifyAnswer(transaction, job.run);
    await cancelApproval(transaction, job, now);
    if (calledBy) await wakeRun(transaction, job.workspace, calledBy);
    await updateRun(transaction, job, { status: 'failed', startedAt: now, endedAt: now, error });
  });
}
