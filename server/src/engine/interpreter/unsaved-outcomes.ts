import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../lib/errors.ts';
import type { CallOutcome } from './calls/outside-call.ts';
import { AuthorityChanged } from './signals.ts';

/** The outcome of each step's last call by path, and which attempt it was. */
export type Outcomes = Map<string, { readonly at: string; readonly outcome: CallOutcome }>;

/** Less than the three minutes that the engine gives a segment. */
const holdOnMs = 120_000;
const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Retries when the run's authority has changed, and while the database is down and there are outcomes that
 * only this worker knows: giving up would repeat every call.
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
