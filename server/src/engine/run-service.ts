import { createServiceHandler, service, TerminalError } from '@restatedev/restate-sdk';
import { z } from 'zod';
import type { RunJob } from '../core/runs/index.ts';
import { isOutage } from '../lib/errors.ts';
import type { RunId, WorkspaceId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import { createFailureLog } from './dispatch/failure-log.ts';
import { executeHandler, runsService } from './restate/services.ts';

const job = z.object({
  workspace: z
    .int()
    .positive()
    .transform((id) => id as WorkspaceId),
  run: z.uuidv7().transform((id) => id as RunId),
  fence: z.int().nonnegative(),
});

/** The input is one run, or a batch of runs. */
const given = z.union([
  job.transform((one) => [one]),
  z.object({ jobs: z.array(job) }).transform(({ jobs }) => jobs),
]);

/** A run that has to be retried because of a service problem. */
export interface FailedRun {
  readonly job: RunJob;
  readonly error: unknown;
}

/** Executes one segment of each run. @returns the runs to retry */
export type ExecuteRuns = (jobs: readonly RunJob[]) => Promise<readonly FailedRun[]>;

const minutes = (count: number) => count * 60_000;

const execution = {
  // During an outage, the engine retries for nine minutes. The run isn't lost after that: the reconciler finds
  // it overdue and dispatches it as a new job. Killing removes jobs that can no longer be executed, such as a
  // batch whose worker has moved to another URL. By default, the engine would pause them until an operator
  // resumes them.
  retryPolicy: {
    initialInterval: 100,
    exponentiationFactor: 2,
    maxInterval: 10_000,
    maxAttempts: 60,
    onMaxAttempts: 'kill' as const,
  },
  // A segment sends nothing to the engine until it ends, so its whole duration counts as inactivity. After
  // three minutes the engine asks it to suspend, which it can't.
  inactivityTimeout: minutes(3),
  // After ten more minutes, the engine considers the segment stuck and starts it again. The fence keeps the
  // first one from writing.
  abortTimeout: minutes(10),
  // Everything is in PostgreSQL, so no code reads the journal of an ended job.
  journalRetention: 0,
  // This only avoids work if a job is dispatched twice. Correctness depends on the fence.
  idempotencyRetention: minutes(10),
};

/**
 * Creates the engine's service for runs. It uses no engine state: the database records what was done, even if
 * the engine loses everything.
 */
export function createRunService(executeRuns: ExecuteRuns, logger: Logger) {
  const failures = createFailureLog(logger);
  return service({
    name: runsService,
    handlers: {
      [executeHandler]: createServiceHandler(execution, async (_context, sent: unknown): Promise<void> => {
        const jobs = given.safeParse(sent);
        // A retry won't make the job valid. The sweeper finds the run that it was meant for.
        if (!jobs.success) throw new TerminalError('The request is not a Hark job.', { errorCode: 400 });
        const failed = await executeRuns(jobs.data);
        for (const { job, error } of failed) failures.tell(job, error);
        // If a run failed because of an outage, the engine retries the job, which keeps its slot. Any other
        // problem may last for days, so the run releases its slot and is dispatched again when it is overdue.
        // The error has no cause, because the engine stores and logs it, and the cause may quote a run's
        // input.
        if (failed.some(({ error }) => isOutage(error)))
          throw new Error("The run was interrupted and will be retried; see the worker's log.");
      }),
    },
  });
}
