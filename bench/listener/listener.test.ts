import { expect, test } from 'vitest';
import { isFullRun } from '../../server/test/harness/seeded-random.ts';
import { bars } from './bars.ts';
import { benchListener } from './listener.ts';

test('the listener benchmark measures every ratio and stores one run per response, and every response is correct', {
  timeout: 300_000,
}, async () => {
  const document = await benchListener(
    { quick: true, json: true, progress: () => {} },
    // Use few connections, because concurrent tests need some too.
    { rounds: 1, seconds: 0.2, inserters: 4, hasCheckpoints: isFullRun },
    {
      completing: { rounds: 1, runs: 20 },
      sleeping: {
        ...{ runs: 20, due: 10, seconds: 60, restMs: 100, isDueFirst: true },
        // Runs that stay in the worker's memory don't need long.
        napMs: isFullRun ? 35_000 : 1_000,
      },
    },
  );
  expect(document.wrong).toEqual([]);
  expect(Object.keys(document.ratios).sort()).toEqual(Object.keys(bars).sort());
  for (const ratio of Object.values(document.ratios)) expect(ratio).toBeGreaterThan(0);
  expect(document).toMatchObject({
    suite: 'listener',
    data: { body_bytes: 2_048, fsync: 'on' },
    figures: {
      accept_64: { per_second: expect.any(Number), p99_ms: expect.any(Number) },
      at_half_rate: { asked_per_second: expect.any(Number) },
      complete: { per_second: expect.any(Number), cpu_us_per_run: { work: expect.any(Number) } },
      sleeping: { woken_seconds_after_due: { last: expect.any(Number) } },
    },
    limits: expect.stringContaining('the target is'),
  });
});
