import type { Clock } from '../clock.ts';
import {
  type Allowance,
  type RateVerdict,
  type RefundingLimiter,
  returnToken,
  takeToken,
} from './token-bucket.ts';

/** Buckets that are full again say nothing; they are dropped when there are this many. */
const sweepAt = 10_000;

/** A limiter for one process: exact, and gone with it. */
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
