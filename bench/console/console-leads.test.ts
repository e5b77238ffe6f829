import { expect, test } from 'vitest';
import { benchConsoleLeads } from './console-leads.ts';

test('a short benchmark run measures every lead list at every depth and compares each result with its target', async () => {
  const { figures, ratios, bars, wrong } = await benchConsoleLeads({
    quick: true,
    json: true,
    leads: 2_000,
    progress: () => {},
  });
  expect(wrong).toEqual([]);
  expect(Object.keys(figures)).toContain('-last_name, wide middle');
  expect(Object.keys(ratios)).toEqual(Object.keys(figures));
  expect(Object.keys(bars ?? {})).toEqual(Object.keys(ratios));
  for (const ratio of Object.values(ratios)) expect(ratio).toBeGreaterThan(0);
}, 300_000);
