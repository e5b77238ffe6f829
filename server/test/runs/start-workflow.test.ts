import { describe, expect, test } from 'vitest';
import { takeQueued } from '../../src/core/runs/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import { buildUser, changing } from '../harness/builders.ts';
import { set, useRuns } from './run-actions.ts';
import { nothing, type Stage } from './run-stage.ts';

const { database, doors, accepted, go, row, steps, outputs } = useRuns();

const start = (more: object = {}) => ({
  name: 'next',
  type: 'workflow.start',
  workflow: 'Other',
  data: { name: '{{ __data.first }}', list: [1, '{{ 1 + 1 }}'] },
  ...more,
});

/** A second workflow in the same workspace, of another owner. */
async function addOther({ context, workspace }: Stage, wish: object = {}) {
  const owner = await buildUser(context, workspace.id, { role: 'Everything' });
  const saved = await changing(context, workspace.id, (change) =>
    saveWorkflow(change, {
      name: 'Other',
      owner: owner.email,
      steps: [{ name: 'lead', type: 'lead.create', fields: { first_name: '{{ __data.name }}' } }],
      ...wish,
    }),
  );
  return { owner, workflow: saved };
}

const runsOf = async ({ workspace }: Stage) =>
  (
    await database.current.asAdministrator((client) =>
      client.query('select * from runs where workspace_id = $1 order by id', [workspace.id]),
    )
  ).rows;

describe('workflow.start', () => {
  test('makes exactly one run, however often the job is executed, one deeper, and gives its id', async () => {
    const { stage, job } = await accepted([start()], { first: 'Lea' });
    const { workflow } = await addOther(stage);
    await Promise.all(Array.from({ length: 5 }, () => go(job)));
    const [, second, ...others] = await runsOf(stage);
    expect(others).toEqual([]);
    expect((await outputs(job)).next).toEqual({ run_id: second.id });
    expect(second).toMatchObject({
      status: 'queued',
      depth: 1,
      workflow_id: String(workflow.id),
      sent_at: null,
    });
    expect(JSON.parse(second.input)).toEqual({ name: 'Lea', list: [1, 2], __headers: {} });
  });

  test('leaves the run to the sweeper, and it runs as the owner of its own workflow', async () => {
    const { stage, job } = await accepted([start()], { first: 'Lea' });
    const { owner } = await addOther(stage);
    await go(job);
    const taken = await takeQueued(doors.dispatch(), { now: new Date(), most: 100 });
    const next = taken.find(({ workspace, run }) => workspace === stage.workspace.id && run !== job.run);
    await go(next ?? job);
    const { rows } = await database.current.asAdministrator((client) =>
      client.query('select owner_id::int from leads where workspace_id = $1', [stage.workspace.id]),
    );
    expect(rows).toEqual([{ owner_id: owner.id }]);
  });

  test('is undone with the steps that share its transaction, and not started twice by doing them again', async () => {
    const fail = { name: 'fail', type: 'lead.find', match: { email: '{{ __data.none }}' } };
    const { stage, job } = await accepted([start(), fail]);
    await addOther(stage);
    await go(job);
    expect((await row(job)).status).toBe('failed');
    expect(await runsOf(stage)).toHaveLength(2);
  });

  test('fails with a text for a workflow that is unknown, of another workspace, or switched off', async () => {
    const { stage, job } = await accepted([start()]);
    const elsewhere = await accepted([nothing]);
    await addOther(elsewhere.stage);
    await go(job);
    expect(await row(job)).toMatchObject({
      status: 'failed',
      error: 'next: There is no workflow "Other" in this workspace.',
    });
    await addOther(stage, { enabled: false });
    const again = await accepted([start()]);
    await addOther(again.stage, { enabled: false });
    await go(again.job);
    expect((await row(again.job)).error).toBe('next: The workflow "Other" is switched off.');
    expect(await runsOf(again.stage)).toHaveLength(1);
  });

  test('is refused past a depth of ten', async () => {
    const { stage, job } = await accepted([start()]);
    await addOther(stage);
    await database.current.asAdministrator((client) =>
      client.query('update runs set depth = 10 where id = $1', [job.run]),
    );
    await go(job);
    expect((await row(job)).error).toContain('10 times over. Break the circle.');
    expect(await runsOf(stage)).toHaveLength(1);
  });

  test('passes nothing on under a name that is the service’s own, and wants an object', async () => {
    const { stage, job } = await accepted([start({ data: '{{ __data }}' })], {
      first: 'Lea',
      __headers: { a: ['b'] },
    });
    await addOther(stage);
    await go(job);
    expect(JSON.parse((await runsOf(stage))[1].input)).toEqual({ first: 'Lea', __headers: {} });
    const list = await accepted([start({ data: [1, 2] })]);
    await addOther(list.stage);
    await go(list.job);
    expect((await row(list.job)).error).toBe('next: data: must be an object.');
  });

  test('is refused on saving where a secret would be passed on, also by a detour', async () => {
    const detour = [
      set('hidden', { key: '{{ secrets.partner ~ "x" }}' }),
      start({ data: { k: '{{ __data.key }}' } }),
    ];
    for (const given of [[start({ data: { k: '{{ secrets.partner }}' } })], detour]) {
      await expect(accepted(given)).rejects.toMatchObject({
        code: 'steps_refused',
        message: expect.stringContaining('Secrets cannot be used here.'),
      });
    }
  });

  test('its step is shown like any other', async () => {
    const { stage, job } = await accepted([start()], { first: 'Lea' });
    await addOther(stage);
    await go(job);
    const [shown] = await steps(job);
    expect(JSON.parse(shown?.input ?? '')).toEqual({
      workflow: 'Other',
      data: { name: 'Lea', list: [1, 2] },
    });
  });
});
