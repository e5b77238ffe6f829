import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../lib/errors.ts';
import type { CallOutcome } from './calls/outside-call.ts';
import { AuthorityChanged } from './signals.ts';

/** The outcome of each step's last call, by step path, with the attempt that it belongs to. */
export type Outcomes = Map<string, { readonly at: string; readonly outcome: CallOutcome }>;

/** How long to keep retrying: less than the three minutes that the engine gives a segment. */
const holdOnMs = 120_000;
const firstPauseMs = 100;
const maxPauseMs = 2_000;

/**
 * Retries after `AuthorityChanged`. Also retries while the database is down and this worker has outcomes that
 * aren't stored yet, because giving up would repeat those calls.
 */
export async function retryWhileDatabaseDown<T>(outcomes: Outcomes, work: () => Promise<T>): Promise<T> {
  let letGoAt: number | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
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
