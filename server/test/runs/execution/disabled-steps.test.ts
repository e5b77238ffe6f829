// Runs skip disabled steps, and ignore notes (spec/runs §2.8).
import { expect, test } from 'vitest';
import { checkSteps } from '../../../src/core/workflows/index.ts';
import { set, useRuns } from '../run-actions.ts';
import { executeAll } from '../run-stage.ts';

const { database, accepted, again, go, leadsOf, outputs, paths, row } = useRuns();

const create = { name: 'create', type: 'lead.create', fields: { email: '{{ __data.email }}' } };

test('a run skips a disabled step and the steps inside it', async () => {
  const { stage, job } = await accepted(
    [
      { ...create, disabled: true },
      {
        name: 'check',
        type: 'branch',
        if: '{{ true }}',
        // biome-ignore lint/suspicious/noThenProperty: a key of the workflow format.
        then: [{ ...create, name: 'inner' }],
        disabled: true,
      },
      set('after', { id: '{{ steps.create.output.id }}', inner: '{{ steps.inner.output }}' }),
    ],
    { email: 'lea@example.test' },
  );
  await go(job);
  expect(await row(job)).toMatchObject({ status: 'succeeded' });
  expect(await paths(job)).toEqual(['after succeeded']);
  expect(await outputs(job)).toEqual({ after: { id: null, inner: null } });
  expect(await leadsOf(stage)).toBe(0);
});

test('a loop returns the output of its last enabled step', async () => {
  const { job } = await accepted([
    {
      name: 'each',
      type: 'for_each',
      items: [1, 2],
      steps: [set('double', { value: '{{ item * 2 }}' }), { ...set('last', { value: 0 }), disabled: true }],
    },
    { name: 'none', type: 'for_each', items: [1], steps: [{ ...set('off', { value: 0 }), disabled: true }] },
  ]);
  await go(job);
  const { each, none } = await outputs(job);
  expect(each).toEqual([{ value: 2 }, { value: 4 }]);
  expect(none).toEqual([null]);
});

test('a step can have any note up to 500 characters, and nothing evaluates it', async () => {
  const { job } = await accepted([
    { ...set('one', { value: 1 }), note: '{{ not.a.template', disabled: false },
  ]);
  await go(job);
  expect(await paths(job)).toEqual(['one succeeded']);
  const step = set('one', { value: 1 });
  expect(checkSteps([{ ...step, note: 'x'.repeat(500) }])).toEqual([]);
  expect(checkSteps([{ ...step, note: 'x'.repeat(501) }])).toMatchObject([
    { path: [0, 'note'], message: 'must be at most 500 characters' },
  ]);
  expect(checkSteps([{ ...step, disabled: 'yes' }])).toMatchObject([{ path: [0, 'disabled'] }]);
});

test('runs in a batch skip disabled steps, even if these steps could not share a transaction', async () => {
  const call = { name: 'call', type: 'http.request', url: 'https://partner.example', disabled: true };
  const { stage, job } = await accepted([call, set('after', { value: 1 })]);
  const jobs = [job, await again(stage)];
  await executeAll(database.current.context, jobs);
  for (const one of jobs) expect(await paths(one)).toEqual(['after succeeded']);
});
