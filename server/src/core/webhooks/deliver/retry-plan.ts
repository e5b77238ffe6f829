const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** How long to wait after each failed attempt. The last pause is repeated (spec/events §4.3). */
const pausesMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 12 * hour];
/** Each pause is up to this part longer, so that deliveries that failed together aren't repeated together. */
const jitter = 0.2;
/** How much later than planned a `Retry-After` header can move an attempt. */
const maxPostponedMs = 12 * hour;
/** The maximum time between the first attempt and the last. */
const maxSeriesMs = 72 * hour;

interface Series {
  readonly firstAttemptAt: Date;
  /** How many attempts failed, including the last one. At least 1. */
  readonly failed: number;
  /** The wait from the `Retry-After` header. */
  readonly retryAfterMs: number | undefined;
  readonly now: Date;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** Plans the next attempt (spec/events §4.3). @returns undefined if the last attempt was the last one */
export function planNextAttempt(series: Series): Date | undefined {
  const { firstAttemptAt, failed, retryAfterMs = 0, now, random } = series;
  const pauseMs = pausesMs[Math.min(failed, pausesMs.length) - 1] ?? 0;
  const plannedMs = Math.ceil(pauseMs * (1 + jitter * random()));
  const waitMs = Math.max(plannedMs, Math.min(retryAfterMs, plannedMs + maxPostponedMs));
  const atMs = now.getTime() + waitMs;
  return atMs - firstAttemptAt.getTime() <= maxSeriesMs ? new Date(atMs) : undefined;
}
