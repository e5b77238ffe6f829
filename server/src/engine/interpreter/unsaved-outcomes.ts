import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../lib/errors.ts';
import type { CallOutcome } from './calls/outside-call.ts';
import { AuthorityChanged } from './signals.ts';

/** What became of the last call of each step, by its path, and which attempt it was. */
export type Outcomes = Map<string, { readonly at: string; readonly outcome: CallOutcome }>;

/** Within the three minutes that the engine gives a segment. */
const holdOnMs = 120_000;
const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Does `work` again, from what is stored, when the run's authority has changed, and while the database is away and there are outcomes: they are known to this worker alone. If it let
 * go of them, every call would be made a second time, and one that falls into several short outages would fail the run
 * although each was answered.
 */
export async function retryWhileDatabaseDown<T>(outcomes: Outcomes, work: () => Promise<T>): Promise<T> {
  let letGoAt: number | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AuthorityChanged) continue;
      letGoAt ??= performance.now() + holdOnMs;
      if (!isOutage(error) || outcomes.size === 0 || performance.now() > letGoAt) throw error;
      await sleep(pauseMs);
    }
  }
}
