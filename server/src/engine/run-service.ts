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

/** One run, or a batch. */
const given = z.union([
  job.transform((one) => [one]),
  z.object({ jobs: z.array(job) }).transform(({ jobs }) => jobs),
]);

/** A run to retry because of a problem of the service. */
export interface FailedRun {
  readonly job: RunJob;
  readonly error: unknown;
}

/** Executes one segment of each run. @returns the runs to retry */
export type ExecuteRuns = (jobs: readonly RunJob[]) => Promise<readonly FailedRun[]>;

const minutes = (count: number) => count * 60_000;

const execution = {
  // The engine retries an outage for nine minutes. The run isn't lost: the reconciler finds it overdue and
  // hands it over as a new job. Killing removes jobs that can't be executed any more, such as a batch whose
  // worker has moved to another URL; by default the engine would pause them until an operator resumes them.
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
  // After ten more minutes the engine considers it stuck and repeats it. The fence separates them.
  abortTimeout: minutes(10),
  // Everything is in PostgreSQL, so no code reads the journal of an ended job.
  journalRetention: 0,
  // Only avoids work when a job is handed over twice. Correctness depends on the fence.
  idempotencyRetention: minutes(10),
};

/** Uses no engine state: the database decides what was done, even if the engine lost everything. */
export function createRunService(executeRuns: ExecuteRuns, logger: Logger) {
  const failures = createFailureLog(logger);
  return service({
    name: runsService,
    handlers: {
      [executeHandler]: createServiceHandler(execution, async (_context, sent: unknown): Promise<void> => {
        const jobs = given.safeParse(sent);
        // A retry won't make the job valid. The sweeper finds the run it was meant for.
        if (!jobs.success) throw new TerminalError('This is not a job of Hark.', { errorCode: 400 });
        const failed = await executeRuns(jobs.data);
        for (const { job, error } of failed) failures.tell(job, error);
        // After an outage the engine retries and keeps the job's slot. Any other problem may last for days:
        // the run releases the slot, and is handed over again when it is overdue. The error has no cause,
        // because the engine stores and logs it, and its text may quote a run's input.
        if (failed.some(({ error }) => isOutage(error)))
          throw new Error("The run could not go on and is tried again; the worker's log says why.");
      }),
    },
  });
}
