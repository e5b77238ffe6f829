/** A steady rate, and by how much a burst may exceed it. */
export interface Allowance {
  readonly perMinute: number;
  readonly burst: number;
}

export interface RateVerdict {
  readonly isAllowed: boolean;
  /** How many more requests would pass now. */
  readonly remaining: number;
  /** How long until the next request would pass; 0 if it would pass now. */
  readonly retryAfterMs: number;
}

/** Takes tokens. Returns synchronously if it doesn't need another process. */
export interface RateLimiter {
  take(key: string, allowance: Allowance): RateVerdict | Promise<RateVerdict>;
}

/** A limiter whose tokens can be returned when a request turns out not to count. */
export interface RefundingLimiter extends RateLimiter {
  giveBack(key: string, allowance: Allowance): void;
}

/**
 * Takes a token from a bucket that is stored as one number: the time when the bucket is full again (GCRA). Each
 * request moves that time forward by one interval, and is rejected if this would exceed the burst.
 */
export function takeToken(
  fullAtMs: number,
  nowMs: number,
  { perMinute, burst }: Allowance,
): { fullAtMs: number; verdict: RateVerdict } {
  const intervalMs = 60_000 / perMinute;
  const toleranceMs = intervalMs * burst;
  // A time further ahead means that the clock was set back or the burst was reduced.
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

/** Reverses a successful `takeToken`. A bucket that is already full stays full. */
export const returnToken = (fullAtMs: number, { perMinute }: Allowance): number =>
  fullAtMs - 60_000 / perMinute;
