import { describe, expect, test } from 'vitest';
import { balance, type Delivery, type StoredLead, type StoredRun } from './ledger.ts';

const delivery = (runs: string[]): Delivery => ({ effect: 'a', runs: new Set(runs) });
const run = (id: string, status = 'succeeded'): StoredRun => ({
  id,
  status,
  effect: 'a',
  naps: false,
  error: null,
});
const created: StoredLead = { effect: 'a', step: 'created', score: null, history: ['created'] };
const kept: StoredLead = { effect: 'a', step: 'kept', score: 1, history: ['created', 'edited'] };

const counts = (...given: Parameters<typeof balance>) => {
  const { accepted, unanswered, outside: _, ...lists } = balance(...given);
  const wrong = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { accepted, unanswered, ...Object.fromEntries(wrong.map(([name, list]) => [name, list.length])) };
};

describe('a ledger that balances', () => {
  test('one delivery, one run, one effect of each step', () => {
    expect(counts([delivery(['1'])], [run('1')], [created, kept])).toEqual({ accepted: 1, unanswered: 0 });
  });

  test('no answer, and yet stored: the caller was promised nothing', () => {
    expect(counts([delivery([])], [run('1')], [created, kept])).toEqual({
      accepted: 0,
      unanswered: 1,
    });
  });

  test('no answer, and not stored', () => {
    expect(counts([delivery([])], [], [])).toEqual({ accepted: 0, unanswered: 1 });
  });
});

describe('lost', () => {
  test('accepted, and no such run', () => {
    expect(counts([delivery(['1'])], [], [])).toMatchObject({ lost: 1 });
  });

  test('a run that succeeded without an effect of one of its steps', () => {
    expect(counts([delivery(['1'])], [run('1')], [created])).toMatchObject({ lost: 1 });
  });
});

describe('doubled', () => {
  test.each([
    ['two answers that name different runs', [delivery(['1', '2'])], [run('1'), run('2')], [created, kept]],
    ['a second run that no answer names', [delivery(['1'])], [run('1'), run('2')], [created, kept]],
    ['a step that was executed twice', [delivery(['1'])], [run('1')], [created, created, kept]],
    ['an edit that was made twice', [delivery(['1'])], [run('1')], [created, { ...kept, score: 2 }]],
    [
      'a second line in the history',
      [delivery(['1'])],
      [run('1')],
      [created, { ...kept, history: ['created', 'edited', 'edited'] }],
    ],
    ['an effect without a run', [delivery([])], [], [created]],
    ['a run that nobody sent', [], [run('1')], [created, kept]],
  ])('%s', (_, deliveries, runs, leads) => {
    expect(counts(deliveries, runs, leads)).toMatchObject({ doubled: 1 });
  });
});

test.each(['queued', 'running', 'waiting'])('%s is unfinished', (status) => {
  expect(counts([delivery(['1'])], [run('1', status)], [])).toMatchObject({ unfinished: 1 });
});

test.each(['failed', 'cancelled'])('%s is a failed run', (status) => {
  expect(counts([delivery(['1'])], [run('1', status)], [])).toMatchObject({ failed: 1 });
});

describe('calls to the outside', () => {
  const naps = { ...run('1'), naps: true };
  const call = (key: string) => ({ effect: 'a', key });
  const counted = (...calls: { effect: string; key: string }[]) =>
    counts([delivery(['1'])], [naps], [created, kept], calls);

  test('one, or the same once more under its key, is right', () => {
    expect(counted(call('k'))).toEqual({ accepted: 1, unanswered: 0 });
    expect(counted(call('k'), call('k'))).toEqual({ accepted: 1, unanswered: 0 });
  });

  test('none is lost, two keys are doubled', () => {
    expect(counted()).toMatchObject({ lost: 1 });
    expect(counted(call('k'), call('l'))).toMatchObject({ doubled: 1 });
  });
});
