// Runs `npm run chaos -- --quick` once in CI, with a test for each promise (docs/reliability.md).
import { beforeAll, expect, test } from 'vitest';
import type { ChaosDocument } from './document.ts';
import { quickPlan } from './plan.ts';
import { runChaos } from './run-chaos.ts';

let document: ChaosDocument;

beforeAll(async () => {
  document = await runChaos({ plan: quickPlan, progress: (line) => console.error(line) });
  console.error(JSON.stringify(document, null, 2));
}, 900_000);

test('serve, work, the engine and PostgreSQL were killed three times each, and 5,000 requests were accepted', () => {
  expect(document.kills).toEqual({ serve: 3, work: 3, engine: 3, postgres: 3 });
  expect(document.accepted).toBeGreaterThanOrEqual(5_000);
});

test('no accepted request was lost, every delivery started exactly one run, every effect happened once, and every run succeeded', () => {
  expect(document).toMatchObject({ lost: 0, doubled: 0, unfinished: 0, failed: 0 });
});

test('every change of a followed lead started one run and reached the webhook', () => {
  // A fifth of the deliveries change a lead twice.
  expect(document.follow_ups.runs).toBeGreaterThanOrEqual(document.accepted / 3);
  expect(document.follow_ups.events).toBeGreaterThanOrEqual(document.follow_ups.runs);
});

test.each(['engine stopped', 'engine killed', 'work killed'])(
  'callers see no error during the fault "%s"',
  (fault) => {
    expect(document.faults[fault]?.times).toBeGreaterThan(0);
    expect(document.faults[fault]?.errors).toEqual({});
  },
);

test('while serve or PostgreSQL is down, callers get 503 or no response, and nothing else', () => {
  expect(document.wrong).toEqual([]);
});
