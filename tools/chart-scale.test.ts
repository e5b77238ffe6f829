import { expect, test } from 'vitest';
import { linesUpTo, reachOf } from '../web/src/components/charts/scale.ts';

const usual = Array.from({ length: 40 }, (_, slot) => 200 + 20 * (slot % 10));

test('one outlier does not set the scale of a chart', () => {
  const reach = reachOf([...usual, 28_000]);
  expect(reach).toBeGreaterThanOrEqual(2 * 360);
  expect(reach).toBeLessThanOrEqual(4 * 380);
});

test('the scale reaches the maximum if it is not an outlier, or if there are too few values to tell', () => {
  expect(reachOf([...usual, 900])).toBe(900);
  expect(reachOf([100, 28_000])).toBe(28_000);
  expect(reachOf([0, 0, 0, 50])).toBe(50);
  expect(reachOf([])).toBe(0);
});

test('a single request does not fill a chart of counts', () => {
  expect(linesUpTo(1)).toEqual([0, 2, 4]);
  expect(linesUpTo(5)).toEqual([0, 2, 4, 6]);
  expect(linesUpTo(0.3, { isWhole: false }).at(-1)).toBeLessThan(0.5);
});
