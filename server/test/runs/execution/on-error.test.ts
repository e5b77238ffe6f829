import { describe, expect, test } from 'vitest';
import type { RunJob } from '../../../src/core/runs/index.ts';
import { Killed, type KillMoment, killedAt } from '../../harness/killed-database.ts';
import { isFullRun, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { set, useRuns } from '../run-actions.ts';
import { execute, resave } from '../run-stage.ts';
import { modelOf, type RandomStep, randomWorkflow } from './random-workflow.ts';

const { database, accepted, again, go, row, outputs, leadsOf } = useRuns();

const read = { message: '{{ error.message }}', step: '{{ error.step }}', code: '{{ error.code }}' };
const note = (name = 'note') => set(name, { [name]: read });
const invalidLead = (name: string, rest = {}) => ({
  name,
  type: 'lead.create',
  fields: { email: 'no address' },
  ...rest,
});
const fails = (name: string, rest = {}) => ({ ...set(name, { x: '{{ 1 / 0 }}' }), ...rest });

async function shown({ run }: RunJob): Promise<string[]> {
  const rows = await database.current.query(
    'select path, status, handled from run_steps where run_id = $1 order by position',
    [run],
  );
  return rows.map(({ path, status, handled }) => `${path} ${status}${handled ? ' handled' : ''}`);
}

describe('on_error (spec/runs §2.9)', () => {
  test('a failure inside a loop ends the loop, and its output is null', async () => {
    const each = {
      name: 'each',
      type: 'for_each',
      items: [1, 2, 3],
      steps: [fails('inner')],
      on_error: { steps: [note()] },
    };
    const { job } = await accepted([each, set('after', { each: '{{ steps.each.output }}' })]);
    await go(job);
    expect(await shown(job)).toEqual([
      'each failed handled',
      'inner#0 failed handled',
      'note succeeded',
      'after succeeded',
    ]);
    expect(await outputs(job)).toMatchObject({
      after: { each: null },
      note: { note: { step: 'inner' } },
    });
    expect((await row(job)).warnings).toBe(1);
  });

  test('what a failed step wrote is undone', async () => {
    const both = {
      name: 'both',
      type: 'branch',
      if: '{{ true }}',
      // biome-ignore lint/suspicious/noThenProperty: a key of the workflow format.
      then: [{ name: 'kept', type: 'lead.create', fields: { first_name: 'Kept' } }, invalidLead('undone')],
      on_error: 'continue',
    };
    const { stage, job } = await accepted([both]);
    await go(job);
    expect(await leadsOf(stage)).toBe(1);
  });

  test('a step that fails in a handler goes to the one around it, whose error it is', async () => {
    const inner = fails('first', { on_error: { steps: [invalidLead('second')] } });
    const outer = {
      name: 'outer',
      type: 'branch',
      if: '{{ true }}',
      // biome-ignore lint/suspicious/noThenProperty: a key of the workflow format.
      then: [inner],
      on_error: { steps: [note()] },
    };
    const { job } = await accepted([outer]);
    await go(job);
    expect((await outputs(job)).note.note.step).toBe('second');
    expect((await row(job)).warnings).toBe(2);
  });

  test("a run's own limits can't be handled", async () => {
    const { job } = await accepted([{ name: 'long', type: 'wait', for: '2 years', on_error: 'continue' }]);
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'failed', warnings: 0 });
  });
});

describe('random workflows end as a simple model of the specification says', () => {
  const count = isFullRun ? 1_000 : 25;

  /** Executes a run whose process dies once. */
  async function killed(job: RunJob, at: number, moment: KillMoment) {
    await execute(killedAt(database.current.context, at, moment), job).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    await go(job);
  }

  async function left(job: RunJob, leadsBefore: number, stage: Parameters<typeof leadsOf>[0]) {
    const { status, warnings, result } = await row(job);
    return {
      status,
      warnings,
      leads: (await leadsOf(stage)) - leadsBefore,
      result: JSON.parse(result ?? 'null'),
      steps: await shown(job),
    };
  }

  test(`${count} workflows, each without a kill and with one (seed ${seedOfRun})`, async () => {
    const random = seededRandom(seedOfRun);
    const { stage } = await accepted([set('a', { b: 1 })]);
    for (let index = 0; index < count; index++) {
      const steps: readonly RandomStep[] = randomWorkflow(random);
      await resave(stage, { steps });
      const expected = modelOf(steps);
      const kill = { at: 1 + random.pick(12), moment: random.oneOf(['before', 'after'] as const) };
      for (const isKilled of [false, true]) {
        const job = await again(stage);
        const before = await leadsOf(stage);
        await (isKilled ? killed(job, kill.at, kill.moment) : go(job));
        const found = await left(job, before, stage);
        expect(found, JSON.stringify({ index, isKilled, kill, steps })).toEqual(expected);
      }
    }
  }, 600_000);
});
