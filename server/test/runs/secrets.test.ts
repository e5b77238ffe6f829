import { describe, expect, test } from 'vitest';
import type { RunJob } from '../../src/core/runs/index.ts';
import { readRun } from '../../src/core/runs/index.ts';
import { saveSecret } from '../../src/core/secrets/index.ts';
import { changing } from '../harness/builders.ts';
import { set, useRuns } from './run-actions.ts';
import { buildStage } from './run-stage.ts';

const { database, again, go, row, steps, outputs, endWait } = useRuns();

describe('secrets', () => {
  const canary = 'cAnArY-7731-"quoted"';
  const base64 = Buffer.from(canary).toString('base64').slice(0, 8);
  /** Parts without quotes, because the rows are JSON within JSON. */
  const derived = ['cAnArY', 'YrAnAc', base64, [...base64].reverse().join('')];

  async function withCanary(given: readonly unknown[], data: unknown = {}) {
    const stage = await buildStage(database.current.context, given);
    await changing(stage.context, stage.workspace.id, (change) => saveSecret(change, 'token', canary));
    return again(stage, data);
  }

  async function expectHidden(job: RunJob) {
    const shown = JSON.stringify([await row(job), await steps(job)]);
    const read = JSON.stringify(await readRun(database.current.context, job.workspace, job.run));
    for (const text of [shown, read]) {
      for (const needle of derived) expect(text).not.toContain(needle);
    }
  }

  test('appear in no row, neither as they are nor derived, while later steps get the real value', async () => {
    const job = await withCanary([
      set('plain', { auth: 'Bearer {{ secrets.token }}', other: 'shown' }),
      set('twisted', { code: '{{ __data.auth|slice(7)|base64_encode|reverse }}' }),
      set('through', { copy: '{{ steps.twisted.output.code }}' }),
      {
        name: 'loop',
        type: 'for_each',
        items: ['{{ __data.copy }}'],
        as: 'code',
        steps: [set('turn', { again: '{{ code }}' })],
      },
      { name: 'pause', type: 'wait', for: '2 hours' },
      set('check', {
        isReal: "{{ steps.loop.output[0].again == secrets.token|base64_encode|reverse ? 'real' : 'lost' }}",
        length: '{{ __data.copy|length }}',
      }),
      {
        name: 'fork',
        type: 'branch',
        if: '{{ __data.copy == secrets.token|base64_encode|reverse }}',
        // biome-ignore lint/suspicious/noThenProperty: the key of the file.
        then: [set('kept', { x: 1 })],
      },
      { name: 'halt', type: 'stop', as: 'failed', message: 'because of {{ __data.copy }}' },
    ]);
    await go(job);
    await expectHidden(job);
    await endWait(job, 'pause');
    await go({ ...job, fence: 1 });
    await expectHidden(job);
    expect((await row(job)).status).toBe('failed');
    expect(await outputs(job)).toMatchObject({
      plain: { other: 'shown' },
      fork: { taken: 'then' },
      kept: { x: 1 },
    });
  });

  test.each([
    ['a name like the key of the step', { values: '{{ secrets.token|reverse }}' }, '{{ __data.values }}'],
    ['a place deep inside', { a: { values: ['{{ secrets.token|reverse }}'] } }, '{{ __data.a.values[0] }}'],
    ['a name that is computed', { ab: '{{ secrets.token|reverse }}' }, "{{ __data['a' ~ 'b'] }}"],
    ['all data at once', { ab: '{{ secrets.token|reverse }}' }, '{{ __data|json_encode }}'],
  ])('stay hidden through %s', async (_, values, read) => {
    const job = await withCanary([set('first', values), set('second', { copy: read })]);
    await go(job);
    expect((await row(job)).error).toBeNull();
    await expectHidden(job);
  });

  test('that a caller sends by himself are hidden where they come back', async () => {
    const job = await withCanary([set('echo', { said: 'He said {{ __data.said }}' })], {
      said: canary,
    });
    await go(job);
    const read = await readRun(database.current.context, job.workspace, job.run);
    const shown = JSON.stringify([await steps(job), read]);
    expect(shown).toContain('He said [secret]');
    expect(shown).not.toContain('cAnArY');
  });

  test.each([
    ['a lead', { name: 'bad', type: 'lead.create', fields: { email: '{{ secrets.token|reverse }}' } }],
    ['a match', { name: 'bad', type: 'lead.find', match: { id: '{{ secrets.token|reverse }}' } }],
    ['a time', { name: 'bad', type: 'wait', for: '{{ secrets.token|reverse }}' }],
    ['an answer', { name: 'bad', type: 'respond', redirect: '{{ secrets.token|reverse }}' }],
    ['arithmetic', set('bad', { x: '{{ (secrets.token|reverse) + 1 }}' })],
    ['a function', set('bad', { x: "{{ (secrets.token|reverse)|date('Y') }}" })],
  ])('are not quoted by the failure of %s', async (_, step) => {
    const job = await withCanary([step]);
    await go(job);
    await expectHidden(job);
    expect((await row(job)).status).toBe('failed');
  });
});
