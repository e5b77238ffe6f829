import type { StepAttempt } from '../../../core/runs/index.ts';

/** The first gap, how it grows, and its maximum (spec/runs §2.7). */
const firstGapMs = 5_000;
const growth = 5;
const longestGapMs = 8 * 3_600_000;
/** Between the first attempt and the last. */
const longestSeriesMs = 3 * 24 * 3_600_000;
const jitter = 0.2;
/** Interrupted attempts aren't counted. One may be what crashes the worker, so repeats are limited. */
const maxInterrupted = 5;

interface Series {
  /** All attempts so far, including the one that just failed. */
  readonly attempts: readonly StepAttempt[];
  readonly mostAttempts: number;
  /** From the `Retry-After` header. */
  readonly retryAfterMs: number | undefined;
  readonly now: Date;
  /** From 0 up to 1. */
  readonly random: () => number;
}

type RetryPlan = { readonly at: Date } | { readonly why: string };

/**
 * Plans the next attempt: after 5 s, 25 s, 2 min, 10 min, 52 min, 4 h, then every 8 h, with 20% jitter. A
 * longer `Retry-After` is honored if it ends within three days of the first attempt.
 */
export function planRetry({ attempts, mostAttempts, retryAfterMs = 0, now, random }: Series): RetryPlan {
  const counted = countAttempts(attempts);
  if (counted >= mostAttempts)
    return { why: counted === 1 ? 'It is not tried again.' : `That was attempt ${counted}, the last.` };
  const gapMs =
    Math.min(firstGapMs * growth ** (counted - 1), longestGapMs) * (1 - jitter + 2 * jitter * random());
  // Never before the time that the server named, and with jitter.
  const waitMs = retryAfterMs > gapMs ? retryAfterMs + firstGapMs * random() : gapMs;
  const at = new Date(Math.round(now.getTime() + waitMs));
  const firstAt = Date.parse(attempts[0]?.at ?? now.toISOString());
  if (at.getTime() - firstAt <= longestSeriesMs) return { at };
  return {
    why:
      retryAfterMs > gapMs
        ? `The server asks to wait for ${Math.ceil(retryAfterMs / 1_000)} seconds, and a step is tried for three days at most.`
        : 'It was tried for three days.',
  };
}

const countAttempts = (attempts: readonly StepAttempt[]): number =>
  attempts.filter(({ interrupted }) => !interrupted).length;

export const mayResume = (attempts: readonly StepAttempt[]): boolean =>
  attempts.length - countAttempts(attempts) < maxInterrupted;

/** `Retry-After` in milliseconds from now: seconds, or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value) * 1_000;
  const ms = Date.parse(value) - now.getTime();
  return Number.isFinite(ms) && /^[A-Z][a-z]{2}/.test(value) ? Math.max(0, ms) : undefined;
}
