/** A steady rate, and how far a burst may exceed it. */
export interface Allowance {
  readonly perMinute: number;
  readonly burst: number;
}

export interface RateVerdict {
  readonly isAllowed: boolean;
  /** How many more requests would pass now. */
  readonly remaining: number;
  /** Until the next request passes; 0 if it would pass now. */
  readonly retryAfterMs: number;
}

/** Synchronous if it needs no other process. */
export interface RateLimiter {
  take(key: string, allowance: Allowance): RateVerdict | Promise<RateVerdict>;
}

/** Tokens can be returned when a request turns out not to count. */
export interface RefundingLimiter extends RateLimiter {
  giveBack(key: string, allowance: Allowance): void;
}

/**
 * A token bucket stored as one number, the time when the bucket is full again (GCRA). Each request moves it
 * forward by one interval, and is rejected if that exceeds the burst.
 */
export function takeToken(
  fullAtMs: number,
  nowMs: number,
  { perMinute, burst }: Allowance,
): { fullAtMs: number; verdict: RateVerdict } {
  const intervalMs = 60_000 / perMinute;
  const toleranceMs = intervalMs * burst;
  // A value further ahead means that the clock was set back or the burst reduced.
  const knownMs = Math.min(fullAtMs, nowMs + toleranceMs);
  const next = Math.max(knownMs, nowMs) + intervalMs;
  const ahead = next - nowMs;
  if (ahead > toleranceMs) {
    return {
      fullAtMs: knownMs,
      verdict: { isAllowed: false, remaining: 0, retryAfterMs: ahead - toleranceMs },
    };
  }
  const remaining = Math.floor((toleranceMs - ahead) / intervalMs);
  return { fullAtMs: next, verdict: { isAllowed: true, remaining, retryAfterMs: 0 } };
}

/** The inverse of a successful `takeToken`. A bucket that is full already stays full. */
export const returnToken = (fullAtMs: number, { perMinute }: Allowance): number =>
  fullAtMs - 60_000 / perMinute;
