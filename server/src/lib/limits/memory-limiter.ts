import type { Clock } from '../clock.ts';
import {
  type Allowance,
  type RateVerdict,
  type RefundingLimiter,
  returnToken,
  takeToken,
} from './token-bucket.ts';

/** At this size, full buckets are removed, because they carry no information. */
const sweepAt = 10_000;

/** Creates a limiter that is exact, but works for one process only and loses its state when the process exits. */
export function createMemoryLimiter(clock: Clock): RefundingLimiter {
  const buckets = new Map<string, number>();
  return {
    take(key: string, allowance: Allowance): RateVerdict {
      const nowMs = clock.now().getTime();
      if (buckets.size >= sweepAt) {
        for (const [name, fullAtMs] of buckets) if (fullAtMs <= nowMs) buckets.delete(name);
      }
      const { fullAtMs, verdict } = takeToken(buckets.get(key) ?? 0, nowMs, allowance);
      buckets.set(key, fullAtMs);
      return verdict;
    },
    giveBack(key: string, allowance: Allowance): void {
      const fullAtMs = buckets.get(key);
      if (fullAtMs !== undefined) buckets.set(key, returnToken(fullAtMs, allowance));
    },
  };
}
