import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';

export interface Repeated {
  /** Waits for the current run, and starts no other. */
  stop(): Promise<void>;
}

/**
 * A failure is logged once and retried. At the start it is logged only after `patienceMs`, because a
 * dependency may be starting too.
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
