import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';

/** A job that runs again and again, one run at a time. */
export interface Repeated {
  /** Lets the run that is under way end, and starts no other. */
  stop(): Promise<void>;
}

/**
 * Repeats a job with a pause in between. A job that fails is told once, and tried again like any other; at the start not before
 * `patienceMs`, for a job whose other end starts at the same moment.
 */
export function repeat(
  name: string,
  everyMs: number,
  logger: Logger,
  job: () => Promise<unknown>,
  { patienceMs = 0 }: { readonly patienceMs?: number } = {},
): Repeated {
  const stopping = new AbortController();
  const toldFromMs = performance.now() + patienceMs;
  let isTold = false;
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await job();
        if (isTold) logger.info({ job: name }, 'the job works again');
        isTold = false;
      } catch (error) {
        if (!isTold && performance.now() >= toldFromMs) {
          logger.warn({ job: name, reason: messageOf(error) }, 'the job failed; it is tried again');
          isTold = true;
        }
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
