import { maxTogether } from '../start-all.ts';

/** How many runs the engine may have that nobody has begun: at first, at least and at most. Fewer than go together save nothing. */
export const firstWindow = 2 * maxTogether;
const [smallestWindow, largestWindow] = [maxTogether, 1_000];

/** Runs that wait in the engine for longer than this keep those of others waiting behind them. */
const longWaitMs = 300;

/** What the engine has and nobody has begun. */
export interface Ahead {
  readonly count: number;
  /** How long the middle one of them has been there. */
  readonly waitedMs: number;
}

/**
 * The next window: what the engine gets through in a fraction of a second, found by trying, because it depends on machine and
 * workflows. It grows while the engine asks for more, and is halved as soon as runs wait there.
 */
export function nextWindow(window: number, { count, waitedMs }: Ahead): number {
  if (count > 0 && waitedMs > longWaitMs) return Math.max(smallestWindow, Math.floor(window / 2));
  return count < window / 2 ? Math.min(largestWindow, Math.ceil(window * 1.25)) : window;
}
