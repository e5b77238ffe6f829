import { describe, expect, test } from 'vitest';
import { balance, type Delivery, type StoredLead, type StoredRun } from './ledger.ts';

const delivery = (runs: string[]): Delivery => ({ effect: 'a', runs: new Set(runs) });
const run = (id: string, status = 'succeeded'): StoredRun => ({
  id,
  status,
  effect: 'a',
  naps: false,
  isFollowed: false,
  error: null,
});
const created: StoredLead = { effect: 'a', step: 'created', score: null, history: ['created'] };
const kept: StoredLead = { effect: 'a', step: 'kept', score: 1, history: ['created', 'edited'] };

const counts = (...given: Parameters<typeof balance>) => {
  const { accepted, unanswered, outside: _, followUps: __, ...lists } = balance(...given);
  const wrong = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { accepted, unanswered, ...Object.fromEntries(wrong.map(([name, list]) => [name, list.length])) };
};

describe('a ledger balances with', () => {
  test('one delivery, one run and one effect per step', () => {
    expect(counts([delivery(['1'])], [run('1')], [created, kept])).toEqual({ accepted: 1, unanswered: 0 });
  });

  test('a stored request without a response, because the caller was promised nothing', () => {
    expect(counts([delivery([])], [run('1')], [created, kept])).toEqual({
      accepted: 0,
      unanswered: 1,
    });
  });

  test('a request that was neither answered nor stored', () => {
    expect(counts([delivery([])], [], [])).toEqual({ accepted: 0, unanswered: 1 });
  });
});

describe('under `lost`, the ledger', () => {
  test('reports an accepted request without a run', () => {
    expect(counts([delivery(['1'])], [], [])).toMatchObject({ lost: 1 });
  });

  test('reports a succeeded run that lacks the effect of one of its steps', () => {
    expect(counts([delivery(['1'])], [run('1')], [created])).toMatchObject({ lost: 1 });
  });
});

test.each([
  ['two responses that name different runs', [delivery(['1', '2'])], [run('1'), run('2')], [created, kept]],
  ['a second run that no response names', [delivery(['1'])], [run('1'), run('2')], [created, kept]],
  ['a step that was executed twice', [delivery(['1'])], [run('1')], [created, created, kept]],
  ['an edit that was made twice', [delivery(['1'])], [run('1')], [created, { ...kept, score: 2 }]],
  [
    'a second edit in the history',
    [delivery(['1'])],
    [run('1')],
    [created, { ...kept, history: ['created', 'edited', 'edited'] }],
  ],
  ['an effect without a run', [delivery([])], [], [created]],
  ['a run without a delivery', [], [run('1')], [created, kept]],
])('under `doubled`, the ledger reports %s', (_, deliveries, runs, leads) => {
  expect(counts(deliveries, runs, leads)).toMatchObject({ doubled: 1 });
});

test.each(['queued', 'running', 'waiting'])('a run that is %s counts as unfinished', (status) => {
  expect(counts([delivery(['1'])], [run('1', status)], [])).toMatchObject({ unfinished: 1 });
});

test.each(['failed', 'cancelled'])('a run that is %s counts as failed', (status) => {
  expect(counts([delivery(['1'])], [run('1', status)], [])).toMatchObject({ failed: 1 });
});

describe('for calls to other servers, the ledger', () => {
  const naps = { ...run('1'), naps: true };
  const call = (key: string) => ({ effect: 'a', key });
  const counted = (...calls: { effect: string; key: string }[]) =>
    counts([delivery(['1'])], [naps], [created, kept], calls);

  test('accepts one call, or a repeated call with the same key', () => {
    expect(counted(call('k'))).toEqual({ accepted: 1, unanswered: 0 });
    expect(counted(call('k'), call('k'))).toEqual({ accepted: 1, unanswered: 0 });
  });

  test('reports a missing call under `lost`, and calls with two different keys under `doubled`', () => {
    expect(counted()).toMatchObject({ lost: 1 });
    expect(counted(call('k'), call('l'))).toMatchObject({ doubled: 1 });
  });
});

describe('for leads that are followed, the ledger', () => {
  const run1 = { ...run('1'), isFollowed: true };
  const started = (id: string, trigger: string) => ({ ...run(id), effect: 'a', trigger });
  const [first, second] = [started('2', 'lead.created'), started('3', 'lead.updated')];
  const received = (type: string, id = type) => ({ id, type, effect: 'a' });
  const events = [received('lead.created'), received('lead.updated')];
  const counted = (...[runs, got]: [ReturnType<typeof started>[], typeof events]) =>
    counts([delivery(['1'])], [run1], [created, kept], [], { runs, events: got });

  test('accepts one run for each change, in order, and events that arrive once or more often', () => {
    expect(counted([first, second], events)).toEqual({ accepted: 1, unanswered: 0 });
    expect(counted([first, second], [...events, ...events])).toEqual({ accepted: 1, unanswered: 0 });
  });

  test('reports changes without a run or without an event under `lost`', () => {
    expect(counted([first], events)).toMatchObject({ lost: 1 });
    expect(counted([first, second], events.slice(1))).toMatchObject({ lost: 1 });
  });

  test('reports a second run, the wrong order, and a second ID under `doubled`', () => {
    expect(counted([first, first, second], events)).toMatchObject({ doubled: 1 });
    expect(counted([second, first], events)).toMatchObject({ doubled: 1 });
    expect(counted([first, second], [...events, received('lead.updated', 'other')])).toMatchObject({
      doubled: 1,
    });
  });

  test('reports runs that they started and that failed', () => {
    expect(counted([first, { ...second, status: 'failed' }], events)).toMatchObject({ failed: 1 });
  });
});
