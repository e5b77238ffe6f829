import { describe, expect, test } from 'vitest';
import { outcomeOf } from './attempt.ts';
import { drainedAfterMs, maxUnfinished } from './backlog.ts';
import { describeRun, type RunFacts } from './document.ts';
import { faultsOf } from './faults.ts';
import { fullPlan, quickPlan } from './plan.ts';
import { Watch } from './watch.ts';

describe('how a response is classified', () => {
  const run = '01a1de40-ea8a-7e5d-b34c-4a4aab88aeee';
  test.each([
    [200, undefined, `{"ok":true,"run_id":"${run}"}`, { run }],
    [200, undefined, '{"ok":true}', { error: '200 without a run_id' }],
    [503, '1', '', { error: '503' }],
    [503, undefined, '', { error: '503 without Retry-After' }],
    [500, undefined, `{"run_id":"${run}"}`, { error: '500' }],
  ])('%i, Retry-After %s, %s', (status, retryAfter, text, outcome) => {
    expect(outcomeOf(status, retryAfter, text)).toEqual(outcome);
  });
});

test('a gap starts with its fault, and errors are attributed to the current fault', () => {
  const watch = new Watch();
  watch.answered(0);
  watch.begin('a', 1_000);
  watch.failed('503');
  watch.failed('503');
  watch.answered(1_300);
  watch.answered(1_350);
  watch.begin('b', 2_000);
  watch.answered(2_010);
  watch.begin('a', 3_000);
  watch.answered(3_100);
  expect(watch.views().get('a')).toEqual({ times: 2, errors: { 503: 2 }, largest_gap_ms: 300 });
  expect(watch.views().get('b')).toEqual({ times: 1, errors: {}, largest_gap_ms: 10 });
});

const samples = [
  { at: 100, unfinished: 5, oldestAt: 90, undelivered: 0 },
  { at: 200, unfinished: 9, oldestAt: 140, undelivered: 0 },
  { at: 300, unfinished: 2, oldestAt: 280, undelivered: 0 },
  { at: 400, unfinished: 0, oldestAt: null, undelivered: 0 },
];

test('drained means that all runs accepted by then have finished, regardless of later runs', () => {
  expect(drainedAfterMs(samples, 150)).toBe(150);
  expect(drainedAfterMs(samples, 290)).toBe(110);
  expect(drainedAfterMs(samples.slice(0, 2), 150)).toBeUndefined();
  expect(maxUnfinished(samples, 150, 350)).toBe(9);
});

test('the quick plan kills each of the four processes three times and stops the engine; the full plan also freezes a worker', () => {
  const names = (plan: typeof quickPlan) => faultsOf(plan).map(({ name }) => name);
  expect(names(quickPlan).slice(0, 4)).toEqual([
    'serve killed',
    'work killed',
    'engine killed',
    'postgres killed',
  ]);
  expect(names(quickPlan)).toHaveLength(13);
  expect(names(quickPlan).at(-1)).toBe('engine stopped');
  expect(names(fullPlan).at(-1)).toBe('work frozen');
});

describe('the verdict', () => {
  const [serveKilled, workKilled] = faultsOf(quickPlan);
  const struck = [serveKilled, workKilled].flatMap((fault) => (fault ? [{ fault, from: 0, until: 1 }] : []));
  const balanced = {
    accepted: 5_000,
    unanswered: 1,
    lost: [],
    doubled: [],
    unfinished: [],
    failed: [],
    outside: { calls: 0, repeated: 0 },
    followUps: { runs: 0, events: 0, repeated: 0 },
  };
  const wrongOf = (facts: Partial<RunFacts>) =>
    describeRun({
      plan: quickPlan,
      ledger: balanced,
      totals: { reported: 7, actual: 7 },
      views: new Map(),
      struck,
      samples,
      loadEndedAt: 350,
      seconds: 1,
      ...facts,
    }).wrong;
  const sawError = (fault: string, kind: string) =>
    wrongOf({ views: new Map([[fault, { times: 1, errors: { [kind]: 2 }, largest_gap_ms: 0 }]]) });

  test('reports nothing if all promises are kept', () => {
    expect(wrongOf({})).toEqual([]);
    expect(sawError('serve killed', 'ECONNRESET')).toEqual([]);
  });

  test.each(['lost', 'doubled', 'unfinished', 'failed'])('reports a ledger with %s entries', (kind) => {
    expect(wrongOf({ ledger: { ...balanced, [kind]: ['a: b'] } })).toEqual([`${kind}: a: b`]);
  });

  test('reports too few accepted requests', () => {
    expect(wrongOf({ ledger: { ...balanced, accepted: 4_999 } })).toHaveLength(1);
  });

  test('reports a wrong total', () => {
    expect(wrongOf({ totals: { reported: 8, actual: 7 } })).toEqual(['lists report 8 leads instead of 7']);
  });

  test.each([
    ['work killed', '503'],
    ['calm', 'ECONNRESET'],
    ['serve killed', '500'],
    ['serve killed', '503 without Retry-After'],
  ])('during "%s", reports the response %s', (fault, kind) => {
    expect(sawError(fault, kind)).toHaveLength(1);
  });
});
