import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './errors.ts';
import type { Logger } from './log.ts';

/** A job that runs again and again, one run at a time. */
export interface Repeated {
  /** Lets the run that is under way end, and starts no other. */
  stop(): Promise<void>;
}

/** Repeats a job with a pause in between. A job that fails is told once, and tried again like any other. */
export function repeat(name: string, everyMs: number, logger: Logger, job: () => Promise<unknown>): Repeated {
  const stopping = new AbortController();
  let hasFailed = false;
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await job();
        if (hasFailed) logger.info({ job: name }, 'the job works again');
        hasFailed = false;
      } catch (error) {
        if (!hasFailed)
          logger.warn({ job: name, reason: messageOf(error) }, 'the job failed; it is tried again');
        hasFailed = true;
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
