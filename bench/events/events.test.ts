import { expect, test } from 'vitest';
import { isFullRun } from '../../server/test/harness/seeded-random.ts';
import { bars, benchEvents } from './events.ts';

test('the events benchmark measures every ratio, and events are written and relayed in the meantime', {
  timeout: 300_000,
}, async () => {
  const options = { quick: true, json: true, progress: () => {} };
  const document = await (isFullRun
    ? benchEvents(options)
    : benchEvents(options, { rounds: 1, seconds: 0.3, eventsPerSecond: 500, hasCheckpoints: false }));
  expect(document.wrong).toEqual([]);
  expect(Object.keys(document.ratios).sort()).toEqual(Object.keys(bars).sort());
  for (const ratio of Object.values(document.ratios)) expect(ratio).toBeGreaterThan(0);
  expect(document.figures.written_per_second).toBeGreaterThan(0);
  expect(document.figures.relayed_per_second).toBeGreaterThan(0);
});
