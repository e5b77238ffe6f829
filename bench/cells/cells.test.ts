import { expect, test } from 'vitest';
import { isFullRun } from '../../server/test/harness/seeded-random.ts';
import { benchCells } from './cells.ts';

test('the cells benchmark measures the directory, and a cell next to one that is killed', {
  timeout: 300_000,
}, async () => {
  const options = { quick: true, json: true, progress: () => {} };
  const document = await benchCells(options, {
    ...{ hosts: 2_000, requests: 20, rounds: 1 },
    ...(isFullRun ? { seconds: 3, workspaces: 50 } : { seconds: 1, workspaces: 2 }),
  });
  expect(document.wrong).toEqual([]);
  for (const ratio of Object.values(document.ratios)) expect(ratio).toBeGreaterThan(0);
  expect(document.figures).toMatchObject({
    '2000_hosts': { reload_ms: expect.any(Number) },
    other_cell_is_killed: { requests: expect.any(Number) },
  });
});
