import { aborted } from './exchange.ts';
import { HarkError } from './hark-error.ts';

/** How often a call is tried, and how long is waited in between. */
export interface RetryPolicy {
  /** Tries in all, the first one included. */
  readonly attempts: number;
  /** The wait after the first try; it doubles after each. */
  readonly firstDelayMs: number;
  /** No wait is longer. A server that asks for more is not waited for: the error says how long it asks. */
  readonly longestDelayMs: number;
}

export const defaultRetry: RetryPolicy = { attempts: 4, firstDelayMs: 300, longestDelayMs: 30_000 };

/**
 * Calls until it works, until what fails will not get better, or until the tries are used up. `attempt` is told whether an earlier try may
 * have been carried out although nobody heard of it.
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
      if (delayMs > policy.longestDelayMs) throw error;
      isUncertain ||= error.status === undefined || error.status >= 500;
      await wait(delayMs, signal);
    }
  }
}

/** Doubling, of which a random half counts, so that callers who failed together do not come back together. */
export function delayOf(
  { firstDelayMs, longestDelayMs }: RetryPolicy,
  tried: number,
  retryAfterSeconds: number | undefined,
  random = Math.random(),
): number {
  if (retryAfterSeconds !== undefined) {
    const askedMs = retryAfterSeconds * 1000;
    return askedMs > longestDelayMs ? askedMs : Math.min(longestDelayMs, askedMs + random * firstDelayMs);
  }
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (tried - 1)) * (0.5 + random / 2);
}

function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
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
