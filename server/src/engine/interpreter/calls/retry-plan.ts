import type { StepAttempt } from '../../../core/runs/index.ts';

/** The first pause, its growth factor, and the longest pause (spec/runs §2.7). */
const firstGapMs = 5_000;
const growth = 5;
const maxGapMs = 8 * 3_600_000;
/** The maximum time between the first attempt and the last. */
const maxSeriesMs = 3 * 24 * 3_600_000;
const jitter = 0.2;
/**
 * Interrupted attempts don't count as attempts. Their number is still limited, because the call itself may be
 * what crashes the worker.
 */
const maxInterrupted = 5;

interface Series {
  /** All attempts so far, including the one that just failed. */
  readonly attempts: readonly StepAttempt[];
  readonly maxAttempts: number;
  /** The wait from the `Retry-After` header. */
  readonly retryAfterMs: number | undefined;
  readonly now: Date;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

type RetryPlan = { readonly at: Date } | { readonly why: string };

/**
 * Plans the next attempt: after 5 s, 25 s, 2 min, 10 min, 52 min, 4 h, then every 8 h, with 20% jitter. A
 * longer `Retry-After` is honored if it ends within three days of the first attempt.
 */
export function planRetry({ attempts, maxAttempts, retryAfterMs = 0, now, random }: Series): RetryPlan {
  const counted = countAttempts(attempts);
  if (counted >= maxAttempts)
    return { why: counted === 1 ? 'The step is not retried.' : `Attempt ${counted} was the last one.` };
  const gapMs =
    Math.min(firstGapMs * growth ** (counted - 1), maxGapMs) * (1 - jitter + 2 * jitter * random());
  // Wait at least as long as the server asked for, plus jitter.
  const waitMs = retryAfterMs > gapMs ? retryAfterMs + firstGapMs * random() : gapMs;
  const at = new Date(Math.round(now.getTime() + waitMs));
  const firstAt = Date.parse(attempts[0]?.at ?? now.toISOString());
  if (at.getTime() - firstAt <= maxSeriesMs) return { at };
  return {
    why:
      retryAfterMs > gapMs
        ? `The server asked to wait ${Math.ceil(retryAfterMs / 1_000)} seconds, but a step is retried for at most three days.`
        : 'The step was retried for three days.',
  };
}

const countAttempts = (attempts: readonly StepAttempt[]): number =>
  attempts.filter(({ interrupted }) => !interrupted).length;

export const mayResume = (attempts: readonly StepAttempt[]): boolean =>
  attempts.length - countAttempts(attempts) < maxInterrupted;
