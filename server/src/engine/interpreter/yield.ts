import { setImmediate as nextTurn } from 'node:timers/promises';

/** For how long runs keep everybody else in the process waiting. */
const longestTurnMs = 100;

let begunAt: number | undefined;

/**
 * Waits for the next turn of the loop when runs have used up this one; undefined when there is nothing to wait for. Steps that ask the
 * database for nothing follow one another without a pause, and so do those of all runs that were handed over together:
 * meanwhile the process would answer nobody.
 */
export const takeTurn = (): Promise<void> | undefined => (isUsedUp() ? waitForTurn() : undefined);

async function waitForTurn(): Promise<void> {
  // Whoever waited beside this one may have used up the next turn too.
  do await nextTurn();
  while (isUsedUp());
}

function isUsedUp(): boolean {
  if (begunAt !== undefined) return performance.now() - begunAt > longestTurnMs;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = undefined;
  });
  return false;
}
