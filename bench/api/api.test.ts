import { expect, test } from 'vitest';
import { benchApi } from './api.ts';
import { bars } from './bars.ts';

const tiny = {
  rounds: 1,
  seconds: 0.2,
  requests: 4,
  maxSeconds: 5,
  wideRequests: 1,
  edits: 10,
  largeRuns: 2_000,
};

test('the API benchmark measures every ratio on a small database, and every response is correct', {
  timeout: 600_000,
}, async () => {
  const document = await benchApi(
    { quick: true, json: true, leads: 2_000, workspaces: 4, progress: () => {} },
    tiny,
  );
  expect(document.wrong).toEqual([]);
  expect(Object.keys(document.ratios).sort()).toEqual(Object.keys(bars).sort());
  for (const ratio of Object.values(document.ratios)) expect(ratio).toBeGreaterThan(0);
  expect(document).toMatchObject({
    suite: 'api',
    data: { large_leads: 2_000, small_workspaces: 4, leads: 4_000, sizes: { leads: { rows: 4_000 } } },
    figures: {
      list: { per_second: expect.any(Number), p50_ms: expect.any(Number), p99_ms: expect.any(Number) },
      bytes_per_edit: { tables: expect.any(Number), indexes: expect.any(Number), log: expect.any(Number) },
      growth_filter_contains: {
        large: { p50_ms: expect.any(Number) },
        small: { p50_ms: expect.any(Number) },
      },
    },
    limits: expect.stringContaining('the target is'),
  });
});
