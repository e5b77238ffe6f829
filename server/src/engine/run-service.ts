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

/** One run, or several that were handed over together. */
const given = z.union([
  job.transform((one) => [one]),
  z.object({ jobs: z.array(job) }).transform(({ jobs }) => jobs),
]);

/** A run that could not go on for a reason of the service's own, and is to be tried again. */
export interface FailedRun {
  readonly job: RunJob;
  readonly error: unknown;
}

/** Goes on with each of these runs for one segment. @returns those that are to be tried again */
export type ExecuteRuns = (jobs: readonly RunJob[]) => Promise<readonly FailedRun[]>;

const minutes = (count: number) => count * 60_000;

const execution = {
  // What is thrown passes by itself (the database is away): tried soon at first, and for nine minutes. The run is tried for ever: whoever
  // finds it overdue gives it to the engine as a new job. So nothing is left there of a job that nobody can do or find any more,
  // such as one of several runs whose worker has moved to another address. By default it would be put aside for somebody to resume it by hand.
  retryPolicy: {
    initialInterval: 100,
    exponentiationFactor: 2,
    maxInterval: 10_000,
    maxAttempts: 60,
    onMaxAttempts: 'kill' as const,
  },
  // A segment says nothing to the engine until it ends, so its whole length counts as inactivity. It waits up to 30 s and
  // calls outside; after three minutes the engine asks it to leave, which it cannot, ...
  inactivityTimeout: minutes(3),
  // ... and after ten more it is taken for stuck: the attempt is given up and made again. The fence keeps the two apart.
  abortTimeout: minutes(10),
  // Everything that happened is in PostgreSQL: nobody ever reads the journal of one that ended.
  journalRetention: 0,
  // Only saves work when a job is given twice; the sweeper gives it again after 30 s, and what is true, the fence decides.
  idempotencyRetention: minutes(10),
};

/**
 * Whether another attempt may pass in a moment, as when the database is away. The engine makes it, and keeps a place for the job until then. A
 * run with any other trouble may have it for days: it gives its place back, and is driven anew when it is found overdue.
 */

/**
 * The service `runs` with its handler `execute`. It uses nothing of the engine's context: what was done is decided by the
 * database, so that an attempt is the same whether the engine remembers an earlier one or has lost everything.
 */
export function createRunService(executeRuns: ExecuteRuns, logger: Logger) {
  const failures = createFailureLog(logger);
  return service({
    name: runsService,
    handlers: {
      [executeHandler]: createServiceHandler(execution, async (_context, sent: unknown): Promise<void> => {
        const jobs = given.safeParse(sent);
        // Trying it again would not make it one of ours. A run that it was meant for is found by the sweeper.
        if (!jobs.success) throw new TerminalError('This is not a job of Hark.', { errorCode: 400 });
        const failed = await executeRuns(jobs.data);
        for (const { job, error } of failed) failures.tell(job, error);
        // The engine stores and logs what is thrown, and an error's text may quote what a run was given.
        if (failed.some(({ error }) => isOutage(error)))
          throw new Error("The run could not go on and is tried again; the worker's log says why.");
      }),
    },
  });
}
