import { createServiceHandler, service, TerminalError } from '@restatedev/restate-sdk';
import { z } from 'zod';
import type { RunJob } from '../core/runs/index.ts';
import type { RunId, WorkspaceId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import { createFailureLog } from './failure-log.ts';
import { executeHandler, runsService } from './services.ts';

const runJob = z.object({
  workspace: z
    .int()
    .positive()
    .transform((id) => id as WorkspaceId),
  run: z.uuidv7().transform((id) => id as RunId),
  fence: z.int().nonnegative(),
});

/** Goes on with a run for one segment; throws when it is to be tried again. */
export type ExecuteRun = (job: RunJob) => Promise<void>;

const minutes = (count: number) => count * 60_000;

const execution = {
  // Whatever is thrown is ours to mend (the database is away): tried for ever, soon at first. The engine's own default
  // would give up after 70 attempts and put the job aside until somebody resumes it by hand.
  retryPolicy: {
    initialInterval: 100,
    exponentiationFactor: 2,
    maxInterval: 10_000,
    maxAttempts: Number.MAX_SAFE_INTEGER,
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
 * The service `runs` with its handler `execute`. It uses nothing of the engine's context: what was done is decided by the
 * database, so that an attempt is the same whether the engine remembers an earlier one or has lost everything.
 */
export function createRunService(executeRun: ExecuteRun, logger: Logger) {
  const failures = createFailureLog(logger);
  return service({
    name: runsService,
    handlers: {
      [executeHandler]: createServiceHandler(execution, async (_context, given: unknown): Promise<void> => {
        const job = runJob.safeParse(given);
        // Trying it again would not make it one of ours. A run that it was meant for is found by the sweeper.
        if (!job.success) throw new TerminalError('This is not a job of Hark.', { errorCode: 400 });
        try {
          await executeRun(job.data);
        } catch (error) {
          failures.tell(job.data, error);
          // The engine stores and logs what is thrown, and an error's text may quote what a run was given.
          throw new Error("The run could not go on and is tried again; the worker's log says why.");
        }
      }),
    },
  });
}
