import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';

export interface Repeated {
  /** Waits for the current run, then stops. */
  stop(): Promise<void>;
}

/**
 * Repeats `work`. A failure is logged once and retried. At startup it is logged only after `patienceMs`,
 * because a dependency may be starting too.
 */
export function repeat(
  name: string,
  everyMs: number,
  logger: Logger,
  job: () => Promise<unknown>,
  { patienceMs = 0 }: { readonly patienceMs?: number } = {},
): Repeated {
  const stopping = new AbortController();
  const reportFromMs = performance.now() + patienceMs;
  let isReported = false;
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await job();
        if (isReported) logger.info({ job: name }, 'job recovered');
        isReported = false;
      } catch (error) {
        if (!isReported && performance.now() >= reportFromMs) {
          logger.warn({ job: name, reason: messageOf(error) }, 'job failed, retrying');
          isReported = true;
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
