import { expect, test } from 'vitest';
import { choose, parts } from './full-size-parts.ts';
import { SUITES } from './suites.ts';

const namesOf = (chosen: readonly { name: string }[]) => chosen.map(({ name }) => name);

test('everything contains every suite', () => {
  const groups = namesOf(parts).map((name) => name.split(':')[0]);
  expect(groups).toEqual(expect.arrayContaining(SUITES));
});

test('chooses parts by name and by group, in the order of the full run, and rejects unknown names', () => {
  expect(choose([])).toBe(parts);
  expect(namesOf(choose(['drill:move', 'contract']))).toEqual([
    'contract:direct',
    'contract:pgbouncer',
    'drill:move',
  ]);
  expect(() => choose(['docs', 'nothing'])).toThrow('There is no part nothing.');
});
