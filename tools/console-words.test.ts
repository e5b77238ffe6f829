import { expect, test } from 'vitest';
import { failureText, stepParts } from '../web/src/components/values/step-name.ts';
import { shortChange } from '../web/src/features/audit/shown-value.ts';

test('a failure names the step in words, and starts with what the other server said', () => {
  expect(failureText('get_score: The server returned 422.', 'company is unknown')).toBe(
    'Get score: “company is unknown” The server returned 422.',
  );
  expect(failureText('get_score: The server returned 422.')).toBe('Get score: The server returned 422.');
  expect(failureText('No lead has this email address')).toBe('No lead has this email address');
});

test('the item of a loop is separate from the name of its step', () => {
  expect(stepParts('reserve_item#0.1')).toEqual({ title: 'Reserve item', item: 'item 1.2' });
  expect(stepParts('reserve_item')).toEqual({ title: 'Reserve item' });
});

test('a changed list is counted, and other values are shown', () => {
  const change = (before: unknown, after: unknown) => shortChange('name', { name: before }, { name: after });
  expect(change([], [{ type: 'schedule' }])).toBe('1 added');
  expect(change(['a', 'b', 'c'], ['a', 'd'])).toBe('1 changed, 1 removed');
  expect(change(['a', 'b'], ['b', 'a'])).toBe('reordered');
  expect(change('Ann', 'Ada')).toBe('Ann → Ada');
});
