import type { Context } from '../../core/context/index.ts';
import { lockRun, notifyAnswer, type RunJob, updateRun } from '../../core/runs/index.ts';
import type { Logger } from '../../lib/log.ts';
import { holdingOn, type Outcomes } from './kept-outcomes.ts';
import type { Outside } from './make-call.ts';
import type { RunWatch } from './run-watch.ts';
import { type FoundRun, loadWorlds } from './run-world.ts';
import { Segment } from './segment.ts';
import { FencePassed, WorkspaceSuspended } from './signals.ts';

export interface SegmentOptions {
  readonly context: Context;
  readonly outside: Outside;
  readonly logger: Logger;
  readonly watch?: RunWatch;
}

/**
 * Executes a run from where it stands until it ends, waits for long, or is somebody else's. Troubles of the service are thrown: the
 * engine tries again. Everything that lies with the workflow ends the run.
 */
export async function executeSegment(options: SegmentOptions, job: RunJob, found: FoundRun): Promise<void> {
  const outcomes: Outcomes = new Map();
  let seen: FoundRun | undefined = found;
  await holdingOn(outcomes, async () => {
    const present = seen ?? (await loadWorlds(options.context, job.workspace, [job]))[0]?.found;
    // Whoever has to try again reads what is stored by then.
    seen = undefined;
    if (present) await executeFound(options, job, present, outcomes);
  });
}

async function executeFound(
  { context, outside, logger, watch }: SegmentOptions,
  job: RunJob,
  found: FoundRun,
  outcomes: Outcomes,
): Promise<void> {
  if (found.kind === 'none') return;
  if (found.kind === 'unreadable') throw found.error;
  if (found.kind === 'workflow deleted') return endWithout(context, job, found.run.isAwaited);
  const watching = watch?.(job, found.world);
  const segment = new Segment(context, outside, logger, found.world, outcomes, watching);
  try {
    await segment.execute().catch((error: unknown) => {
      if (error instanceof WorkspaceSuspended) return segment.standStill();
      throw error;
    });
  } catch (error) {
    if (error instanceof FencePassed) return;
    watching?.interrupted();
    throw error;
  } finally {
    watching?.over();
  }
}

/** Ends a run whose workflow is gone. */
async function endWithout({ db, clock }: Context, job: RunJob, isAwaited: boolean): Promise<void> {
  const now = clock.now();
  const error = 'The workflow was deleted.';
  await db.withWorkspace(job.workspace, async (transaction) => {
    const locked = lockRun(transaction, job);
    await transaction.flush();
    if ((await locked) === 'passed') return;
    if (isAwaited) await notifyAnswer(transaction, job.run);
    await updateRun(transaction, job, { status: 'failed', startedAt: now, endedAt: now, error });
  });
}
