import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryLimiter } from '../../src/lib/limits/memory-limiter.ts';

/** Creates a clock that moves only when the test moves it. */
function stoppedClock(nowMs = 1_000_000) {
  return { now: () => new Date(nowMs), move: (ms: number) => (nowMs += ms) };
}

describe('a rate limit in one process', () => {
  test('allows the burst immediately, then one request per interval, and returns how long to wait', async () => {
    const clock = stoppedClock();
    const limiter = createMemoryLimiter(clock);
    const allowance = { perMinute: 60, burst: 3 };
    const take = () => limiter.take('w', allowance);
    expect([await take(), await take(), await take()].map(({ remaining }) => remaining)).toEqual([2, 1, 0]);
    expect(await take()).toEqual({ isAllowed: false, remaining: 0, retryAfterMs: 1_000 });
    clock.move(999);
    expect((await take()).isAllowed).toBe(false);
    clock.move(1);
    expect((await take()).isAllowed).toBe(true);
    expect((await take()).isAllowed).toBe(false);
    expect((await limiter.take('other', allowance)).isAllowed).toBe(true);
  });

  test('never allows more than the burst and the rate, regardless of arrival times', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 200 }),
        async (perMinute, burst, pauses) => {
          const clock = stoppedClock();
          const limiter = createMemoryLimiter(clock);
          let [passed, elapsedMs] = [0, 0];
          for (const pause of pauses) {
            clock.move(pause);
            elapsedMs += pause;
            if ((await limiter.take('w', { perMinute, burst })).isAllowed) passed++;
            expect(passed).toBeLessThanOrEqual(burst + (elapsedMs / 60_000) * perMinute + 1e-6);
          }
        },
      ),
    );
  });

  test('a returned token can be used again, and a full bucket stays full', () => {
    const limiter = createMemoryLimiter(stoppedClock());
    const allowance = { perMinute: 60, burst: 2 };
    const take = () => limiter.take('w', allowance);
    limiter.giveBack('w', allowance);
    expect([take(), take(), take()]).toMatchObject([
      { isAllowed: true },
      { isAllowed: true },
      { isAllowed: false },
    ]);
    limiter.giveBack('w', allowance);
    expect([take(), take()]).toMatchObject([{ isAllowed: true }, { isAllowed: false }]);
    for (let times = 0; times < 5; times++) limiter.giveBack('w', allowance);
    expect([take(), take(), take()]).toMatchObject([
      { isAllowed: true },
      { isAllowed: true },
      { isAllowed: false },
    ]);
  });

  test('when the clock is set back, callers wait no longer than the rate requires', async () => {
    const clock = stoppedClock(10_000_000);
    const limiter = createMemoryLimiter(clock);
    const take = (burst = 3) => limiter.take('w', { perMinute: 60, burst });
    for (let index = 0; index < 3; index++) await take();
    clock.move(-3_600_000);
    expect(await take()).toEqual({ isAllowed: false, remaining: 0, retryAfterMs: 1_000 });
    clock.move(1_000);
    expect((await take()).isAllowed).toBe(true);
    expect((await take()).isAllowed).toBe(false);
    // Lowering the burst limit has the same effect.
    clock.move(1_000);
    expect((await take(1)).retryAfterMs).toBeLessThanOrEqual(1_000);
  });

  test('an empty bucket refills in at most a minute', async () => {
    const clock = stoppedClock();
    const limiter = createMemoryLimiter(clock);
    const allowance = { perMinute: 6_000, burst: 200 };
    let passed = 0;
    for (let index = 0; index < 1_000; index++) if ((await limiter.take('w', allowance)).isAllowed) passed++;
    expect(passed).toBe(200);
    clock.move(60_000);
    expect((await limiter.take('w', allowance)).remaining).toBe(199);
  });
});
