// Whether the list of event webhooks says that one works.
import { expect, test } from 'vitest';
import { stateOf } from '../src/features/webhooks/webhook.ts';

const at = '2026-11-19T12:00:00Z';
const working = { active: true, failing_since: null, last_delivery: { status: 'succeeded', at } } as const;

test('a webhook whose newest delivery succeeded is not failing', () => {
  expect(stateOf(working)).toBe('on');
  expect(stateOf({ ...working, last_delivery: null })).toBe('on');
  expect(stateOf({ ...working, failing_since: at })).toBe('retrying');
  expect(stateOf({ ...working, failing_since: at, last_delivery: { status: 'pending', at } })).toBe(
    'failing',
  );
  expect(stateOf({ ...working, last_delivery: { status: 'failed', at } })).toBe('failing');
  expect(stateOf({ ...working, active: false, failing_since: at })).toBe('off');
});
