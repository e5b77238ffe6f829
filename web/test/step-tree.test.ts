// The workflow builder's changes to the tree of steps: move, copy, paste, delete, and what a step can read.
import { expect, test } from 'vitest';
import { builderPath } from '../src/features/runs/run/builder-path.ts';
import { findStepTypes } from '../src/features/workflows/builder/edit/find-step-types.ts';
import { copiedText, readCopiedSteps } from '../src/features/workflows/builder/edit/step-clipboard.ts';
import {
  allSteps,
  builderPathOf,
  columnsOf,
  copiesOf,
  freeName,
  insertStep,
  loopsAround,
  moveStep,
  moveTo,
  ownerOf,
  placeStep,
  removeStep,
  type StepPath,
  stepPath,
  stepsBefore,
  stepText,
  type WrittenStep,
} from '../src/features/workflows/builder/step-tree.ts';

const set = (name: string): WrittenStep => ({ name, type: 'set', values: {} });
const branch = (name: string, yes: WrittenStep[], no?: WrittenStep[]): WrittenStep => ({
  name,
  type: 'branch',
  if: '{{ 1 }}',
  // biome-ignore lint/suspicious/noThenProperty: spec/provisioning §5 defines this key.
  then: yes,
  ...(no && { else: no }),
});
const side = (...names: string[]) => names.map(set);
const loop = (name: string, ...steps: WrittenStep[]): WrittenStep => ({
  name,
  type: 'for_each',
  items: '{{ __data.orders }}',
  as: 'order',
  steps,
});

/** Writes a tree as paths and names, as the cards show it. */
const drawn = (steps: readonly WrittenStep[] | undefined) =>
  allSteps(steps ?? []).map(({ step, path }) => `${stepText(path)} ${step.name}`);
const steps = [branch('check', side('find', 'keep')), set('greet'), set('end')];

test('a step moves by one position, and at the end of its list out of the branch', () => {
  const moves: [path: StepPath, by: 1 | -1, place: string, tree: string[]][] = [
    [[2], -1, '1', ['0 check', '0.then.0 find', '0.then.1 keep', '1 end', '2 greet']],
    [[0, 'then', 0], 1, '0.then.1', ['0 check', '0.then.0 keep', '0.then.1 find', '1 greet', '2 end']],
    [[0, 'then', 1], 1, '1', ['0 check', '0.then.0 find', '1 keep', '2 greet', '3 end']],
    [[0, 'then', 0], -1, '0', ['0 find', '1 check', '1.then.0 keep', '2 greet', '3 end']],
  ];
  for (const [path, by, place, tree] of moves) {
    const moved = moveStep(steps, path, by);
    expect([stepText(moved?.path ?? []), drawn(moved?.steps)]).toEqual([place, tree]);
  }
  expect([moveStep(steps, [0], -1), moveStep(steps, [2], 1)]).toEqual([undefined, undefined]);
});

test('a dropped step is found at its new place, and a step is never moved into itself', () => {
  const dropped = placeStep(steps, [1], [0, 'else'], 0);
  expect(stepText(dropped?.path ?? [])).toBe('0.else.0');
  expect(drawn(dropped?.steps)).toEqual([
    '0 check',
    '0.then.0 find',
    '0.then.1 keep',
    '0.else.0 greet',
    '1 end',
  ]);
  // The place is named before the step leaves its old position above it.
  expect(drawn(placeStep(steps, [0], [], 2)?.steps)[0]).toBe('0 greet');
  expect(placeStep(steps, [0], [0, 'then'], 0)).toBeUndefined();
  expect(drawn(moveTo(steps, [2], [0, 'then'])?.steps)).toContain('0.then.2 end');
});

test('deleting the last step of an optional list removes the list, and its handler then continues the run', () => {
  const one = [branch('check', side('find'), side('other'))];
  expect(removeStep(one, [0, 'else', 0])[0]).not.toHaveProperty('else');
  const handled = [{ ...set('greet'), on_error: { steps: side('why') } }];
  expect(drawn(handled)).toEqual(['0 greet', '0.on_error.0 why']);
  expect(removeStep(handled, [0, 'on_error', 0])[0]?.on_error).toBe('continue');
  expect(drawn(insertStep(handled, [0, 'on_error'], 1, set('then_this')))).toContain(
    '0.on_error.1 then_this',
  );
});

test('copies get unused names, also those of the steps inside them', () => {
  expect([freeName(steps, 'greet'), freeName(steps, 'new')]).toEqual(['greet_2', 'new']);
  const copied = readCopiedSteps(copiedText(steps.slice(0, 1)));
  const [copy] = copiesOf(steps, copied ?? []);
  expect(drawn(copy && [copy])).toEqual(['0 check_2', '0.then.0 find_2', '0.then.1 keep_2']);
  expect(drawn(copiesOf(steps, side('x', 'x')))).toEqual(['0 x', '1 x_2']);
});

test.each([
  ['text that is no JSON', 'Hello'],
  ['other JSON', '[1]'],
  ['no steps', '{"hark_steps":[]}'],
  ['an unknown type', '{"hark_steps":[{"name":"a","type":"constructor"}]}'],
  ['a list of steps that is none', '{"hark_steps":[{"name":"a","type":"branch","then":{"length":1}}]}'],
  ['an inner step without a name', '{"hark_steps":[{"name":"a","type":"branch","then":[{"type":"set"}]}]}'],
  ['a very long text', `{"hark_steps":[{"name":"${'a'.repeat(1_000_000)}","type":"set"}]}`],
])('pasting %s is rejected', (_, text) => {
  expect(readCopiedSteps(text)).toBeUndefined();
});

test('a step can read the steps above it and around it, and the items of its loops', () => {
  const nested = [set('first'), loop('each', set('a'), branch('sure', [loop('inner', set('last'))]))];
  const last: StepPath = [1, 'steps', 1, 'then', 0, 'steps', 0];
  expect(stepsBefore(nested, last).map(({ name }) => name)).toEqual(['first', 'each', 'a', 'sure', 'inner']);
  expect(loopsAround(nested, last).map(({ as }) => as)).toEqual(['order', 'order']);
  expect(ownerOf(nested, [...last, 'values', 'x'])).toMatchObject({ path: last, rest: ['values', 'x'] });
  expect(stepPath(stepText(last))).toEqual(last);
  expect(builderPathOf([0, 'on_error', 'steps', 1, 'url'])).toEqual([0, 'on_error', 1, 'url']);
  expect(builderPath(nested, 'last')).toBe(stepText(last));
  expect(builderPath([{ ...set('a'), on_error: { steps: side('why') } }], 'why')).toBe('0.on_error.0');
  expect(builderPath(nested, 'missing')).toBeUndefined();
});

test('a branch needs as many columns as its sides together', () => {
  const deep = (depth: number): WrittenStep =>
    branch(`b${depth}`, depth > 1 ? [deep(depth - 1)] : side('y'), side('n'));
  expect([columnsOf([set('a')]), columnsOf([deep(1)]), columnsOf([deep(3)])]).toEqual([1, 2, 4]);
  expect(columnsOf([deep(3)], true)).toBe(8);
});

test.each(
  Object.entries({
    wait: 'wait',
    delay: 'wait',
    sleep: 'wait',
    if: 'branch',
    condition: 'branch',
    email: 'mail.send',
    notify: 'notify',
    'search leads': 'lead.search',
    loop: 'for_each',
    'for each': 'for_each',
    webhook: 'http.request',
    'HTTP request': 'http.request',
    api: 'http.request',
    response: 'respond',
    lead: 'lead.upsert',
    'lead.find': 'lead.find',
    'Delete lead': 'lead.delete',
    'ends the run': 'stop',
  }),
)('the best match for “%s” is %s', (typed, type) => {
  expect(findStepTypes(typed)[0]).toBe(type);
});

test('no step type matches nonsense, and all match an empty search', () => {
  expect(findStepTypes('zzz')).toEqual([]);
  expect(findStepTypes(' ').length).toBeGreaterThan(10);
});
