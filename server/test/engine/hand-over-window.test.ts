import { expect, test } from 'vitest';
import { firstWindow, nextWindow } from '../../src/engine/dispatch/sweeper.ts';

/** An engine that begins so many runs a second, fed every 50 ms; tells the window and the wait that it comes to. */
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

test('whatever the engine gets through, little waits in it, and it never starves', () => {
  for (const perSecond of [60, 300, 1_000, 5_000]) {
    const { window, waitMs } = feed(perSecond, 200);
    expect(waitMs, `${perSecond} a second`).toBeLessThan(1_100);
    expect(window, `${perSecond} a second`).toBeGreaterThanOrEqual(Math.min(1_000, perSecond / 20));
  }
});

test('an engine that gets nothing done is left with a few', () => {
  let window = firstWindow;
  for (let round = 0; round < 20; round++) window = nextWindow(window, { count: 500, waitedMs: 5_000 });
  expect(window).toBe(32);
});
