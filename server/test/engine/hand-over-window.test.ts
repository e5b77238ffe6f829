import { expect, test } from 'vitest';
import { firstWindow, nextWindow } from '../../src/engine/dispatch/sweeper.ts';

/**
 * Simulates an engine that starts `perSecond` runs a second, and that receives new runs every 50 ms. Returns the final
 * window and the final wait.
 */
function feed(perSecond: number, rounds: number) {
  let [window, inEngine] = [firstWindow, 0];
  let waitedMs = 0;
  for (let round = 0; round < rounds; round++) {
    inEngine = Math.max(0, inEngine - perSecond / 20);
    waitedMs = (inEngine / 2 / perSecond) * 1_000;
    window = nextWindow(window, { count: inEngine, waitedMs });
    inEngine = Math.max(inEngine, window);
  }
  return { window, waitMs: (inEngine / perSecond) * 1_000 };
}

test('at any engine throughput, the queue stays short and the engine never starves', () => {
  for (const perSecond of [60, 300, 1_000, 5_000]) {
    const { window, waitMs } = feed(perSecond, 200);
    expect(waitMs, `${perSecond} runs a second`).toBeLessThan(1_100);
    expect(window, `${perSecond} runs a second`).toBeGreaterThanOrEqual(Math.min(1_000, perSecond / 20));
  }
});

test('the window shrinks to its minimum when the engine makes no progress', () => {
  let window = firstWindow;
  for (let round = 0; round < 20; round++) window = nextWindow(window, { count: 500, waitedMs: 5_000 });
  expect(window).toBe(32);
});
