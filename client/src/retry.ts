import { aborted } from './exchange.ts';
import { HarkError } from './hark-error.ts';

/** How often a call is attempted, and how long to wait between attempts. */
export interface RetryPolicy {
  /** Total number of attempts, including the first one. */
  readonly attempts: number;
  /** The wait after the first attempt. It doubles after each further attempt. */
  readonly firstDelayMs: number;
  /**
   * The maximum wait. If the server asks for a longer one, the call fails, and its error contains the requested
   * time.
   */
  readonly maxDelayMs: number;
}

export const defaultRetry: RetryPolicy = { attempts: 4, firstDelayMs: 300, maxDelayMs: 30_000 };

/**
 * Retries until the call succeeds, fails with an error that a retry can't fix, or has used up its attempts. The
 * argument of `attempt` tells whether an earlier attempt may have been executed although its response was lost.
 */
export async function withRetries<Result>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: (isUncertain: boolean) => Promise<Result>,
): Promise<Result> {
  let isUncertain = false;
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(isUncertain);
    } catch (error) {
      if (!(error instanceof HarkError) || !error.isRetryable || tried >= policy.attempts) throw error;
      const delayMs = delayOf(policy, tried, error.retryAfterSeconds);
      if (delayMs > policy.maxDelayMs) throw error;
      isUncertain ||= error.status === undefined || error.status >= 500;
      await wait(delayMs, signal);
    }
  }
}

/**
 * Returns the next wait. It doubles each time, and half of it is random, so callers that failed together don't
 * retry together.
 */
export function delayOf(
  { firstDelayMs, maxDelayMs }: RetryPolicy,
  tried: number,
  retryAfterSeconds: number | undefined,
  random = Math.random(),
): number {
  if (retryAfterSeconds !== undefined) {
    const requestedMs = retryAfterSeconds * 1000;
    return requestedMs > maxDelayMs ? requestedMs : Math.min(maxDelayMs, requestedMs + random * firstDelayMs);
  }
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (tried - 1)) * (0.5 + random / 2);
}

/** Waits. Rejects if the signal is aborted. */
export function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const giveUp = () => {
      clearTimeout(timer);
      if (signal) reject(aborted(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
