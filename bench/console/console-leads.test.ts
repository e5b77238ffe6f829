import { expect, test } from 'vitest';
import { benchConsoleLeads } from './console-leads.ts';

test('a short run tells the time of every list at every depth, and each is held against its bar', async () => {
  const { figures, ratios, bars, wrong } = await benchConsoleLeads({
    quick: true,
    json: true,
    database: undefined,
    leads: 2_000,
    workspaces: undefined,
    progress: () => {},
  });
  expect(wrong).toEqual([]);
  expect(Object.keys(figures)).toContain('-last_name, wide middle');
  expect(Object.keys(ratios)).toEqual(Object.keys(figures));
  expect(Object.keys(bars ?? {})).toEqual(Object.keys(ratios));
  for (const ratio of Object.values(ratios)) expect(ratio).toBeGreaterThan(0);
}, 120_000);
