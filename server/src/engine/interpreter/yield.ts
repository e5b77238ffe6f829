import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long runs may block the event loop. */
const longestTurnMs = 100;

let begunAt: number | undefined;

/**
 * Yields to the event loop when runs have used up this tick. Steps without database access run without a
 * pause, so the process would handle no other requests.
 */
export const takeTurn = (): Promise<void> | undefined => (isUsedUp() ? waitForTurn() : undefined);

async function waitForTurn(): Promise<void> {
  // Another waiting run may have used up the next tick too.
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
