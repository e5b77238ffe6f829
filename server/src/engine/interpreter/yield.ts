import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long runs may block the event loop at once. */
const maxSliceMs = 100;

let startedAt: number | undefined;

/**
 * Yields to the event loop when runs have used up this tick. Steps without database access never pause, so
 * without this the process couldn't handle other requests.
 */
export const takeTurn = (): Promise<void> | undefined => (isUsedUp() ? waitForTurn() : undefined);

async function waitForTurn(): Promise<void> {
  // Another waiting run may have used up the next tick too.
  do await nextTurn();
  while (isUsedUp());
}

function isUsedUp(): boolean {
  if (startedAt !== undefined) return performance.now() - startedAt > maxSliceMs;
  startedAt = performance.now();
  setImmediate(() => {
    startedAt = undefined;
  });
  return false;
}
