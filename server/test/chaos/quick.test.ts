// What `npm run chaos -- --quick` does, for CI: one run, and a test for each promise (docs/reliability.md).
import { beforeAll, expect, test } from 'vitest';
import type { ChaosDocument } from './document.ts';
import { quickPlan } from './plan.ts';
import { runChaos } from './run-chaos.ts';

let document: ChaosDocument;

beforeAll(async () => {
  document = await runChaos({ plan: quickPlan, progress: (line) => console.error(line) });
  console.error(JSON.stringify(document, null, 2));
}, 400_000);

test('serve, work, the engine and PostgreSQL were killed three times each, with 5,000 accepted', () => {
  expect(document.kills).toEqual({ serve: 3, work: 3, engine: 3, postgres: 3 });
  expect(document.accepted).toBeGreaterThanOrEqual(5_000);
});

test('nothing accepted was lost, every delivery is one run, every effect happened once, every run succeeded', () => {
  expect(document).toMatchObject({ lost: 0, doubled: 0, unfinished: 0, failed: 0 });
});

test.each(['engine stopped', 'engine killed', 'work killed'])('%s: callers see no error', (fault) => {
  expect(document.faults[fault]?.times).toBeGreaterThan(0);
  expect(document.faults[fault]?.errors).toEqual({});
});

test('serve or PostgreSQL killed: callers are told to come again, or nothing, and never anything else', () => {
  expect(document.wrong).toEqual([]);
});
