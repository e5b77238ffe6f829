/** How much may be asked: a steady rate, and how far it may be exceeded for a moment. */
export interface Allowance {
  readonly perMinute: number;
  readonly burst: number;
}

/** The answer of a limiter. */
export interface RateVerdict {
  readonly isAllowed: boolean;
  /** How many more would pass right now. */
  readonly remaining: number;
  /** Milliseconds until the next one passes; 0 when it would pass now. */
  readonly retryAfterMs: number;
}

/** Counts what is asked under a key; at once where nobody else has to be asked. */
export interface RateLimiter {
  take(key: string, allowance: Allowance): RateVerdict | Promise<RateVerdict>;
}

/** A limiter whose tokens can be returned when a counted request turns out to be one that doesn't count. */
export interface RefundingLimiter extends RateLimiter {
  giveBack(key: string, allowance: Allowance): void;
}

/**
 * A token bucket as one number, the moment at which the bucket is full again (GCRA): each request moves it on by one
 * interval, and is refused when that would lead further ahead than the burst allows. Pure, and the same in Redis.
 */
export function takeToken(
  fullAtMs: number,
  nowMs: number,
  { perMinute, burst }: Allowance,
): { fullAtMs: number; verdict: RateVerdict } {
  const intervalMs = 60_000 / perMinute;
  const toleranceMs = intervalMs * burst;
  // Further ahead than it ever gets by itself: the clock was set back, or the burst made smaller.
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
