import { describe, expect, test } from 'vitest';
import type { Permissions } from '../../../src/core/access/index.ts';
import { createLead } from '../../../src/core/leads/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { type RunJob, retryRun, takeQueued } from '../../../src/core/runs/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import { checkWorkflow, saveWorkflow } from '../../../src/core/workflows/index.ts';
import { runTrial } from '../../../src/engine/interpreter/trial.ts';
import type { WorkflowId } from '../../../src/lib/ids.ts';
import { buildUser, changing, changingLeads } from '../../harness/builders.ts';
import { useCountedDatabase } from '../../harness/counted-database.ts';
import { testContext } from '../../harness/test-database.ts';
import { operator, useRuns } from '../run-actions.ts';
import { executeAll, nothing, type Stage } from '../run-stage.ts';

const { database, doors, accepted, go, row, outputs, endWait, leadsOf } = useRuns();

const counted = useCountedDatabase(database, { lookupsOnly: true });

const start = (more: object = {}) => ({
  name: 'next',
  type: 'workflow.start',
  workflow: 'Other',
  data: { name: '{{ __data.first }}', list: [1, '{{ 1 + 1 }}'] },
  ...more,
});

/** Creates a second workflow in the same workspace, with another owner. */
async function addOther({ context, workspace }: Stage, params: object = {}) {
  const owner = await buildUser(context, workspace.id, { role: 'Everything' });
  const saved = await changing(context, workspace.id, (change) =>
    saveWorkflow(change, {
      name: 'Other',
      owner: owner.email,
      steps: [{ name: 'lead', type: 'lead.create', fields: { first_name: '{{ __data.name }}' } }],
      ...params,
    }),
  );
  return { owner, workflow: saved };
}

const runsOf = ({ workspace }: Stage) =>
  database.current.query('select * from runs where workspace_id = $1 order by id', [workspace.id]);

describe('workflow.start', () => {
  test('creates exactly one run, one level deeper, even if the job is executed several times, and returns its ID', async () => {
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

  test("leaves dispatching the new run to the sweeper, and that run acts as its own workflow's owner", async () => {
    const { stage, job } = await accepted([start()], { first: 'Lea' });
    const { owner } = await addOther(stage);
    await go(job);
    const taken = await takeQueued(doors.dispatch(), { now: new Date(), most: 100 });
    const next = taken.find(({ workspace, run }) => workspace === stage.workspace.id && run !== job.run);
    await go(next ?? job);
    const rows = await database.current.query('select owner_id::int from leads where workspace_id = $1', [
      stage.workspace.id,
    ]);
    expect(rows).toEqual([{ owner_id: owner.id }]);
  });

  test("keeps the run that it started when a later step fails, and doesn't start it twice", async () => {
    const fail = { name: 'fail', type: 'lead.find', match: { email: '{{ __data.none }}' } };
    const { stage, job } = await accepted([start(), fail]);
    await addOther(stage);
    await go(job);
    expect((await row(job)).status).toBe('failed');
    expect(await runsOf(stage)).toHaveLength(2);
  });

  test('fails with a message if the workflow is unknown, in another workspace, or disabled', async () => {
    const { stage, job } = await accepted([start()]);
    const elsewhere = await accepted([nothing]);
    await addOther(elsewhere.stage);
    await go(job);
    expect(await row(job)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('next: There is no workflow "Other" that '),
    });
    await addOther(stage, { enabled: false });
    const again = await accepted([start()]);
    await addOther(again.stage, { enabled: false });
    await go(again.job);
    expect((await row(again.job)).error).toBe(
      'next: "Other" is switched off, or its owner is. Switch it on first.',
    );
    expect(await runsOf(again.stage)).toHaveLength(1);
  });

  test('is rejected past ten levels (spec/runs §2.6, spec/limits §4)', async () => {
    const { stage, job } = await accepted([start()]);
    await addOther(stage);
    await database.current.query('update runs set depth = 10 where id = $1', [job.run]);
    await go(job);
    expect((await row(job)).error).toContain('10 levels deep. Remove the loop.');
    expect(await runsOf(stage)).toHaveLength(1);
  });

  test("doesn't pass on reserved names, and requires an object", async () => {
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
});

describe('the permission to start another workflow (spec/runs §2.6)', () => {
  const author = 'Author';
  const give = ({ context, workspace }: Stage, permissions: Permissions) =>
    changing(context, workspace.id, (change) => saveRole(change, { name: author, permissions }));
  /** Gives the owner of the stage's workflow the author role with these permissions. */
  async function demote(stage: Stage, permissions: Permissions = { 'workflows.edit': 'own' }) {
    await give(stage, permissions);
    await changing(stage.context, stage.workspace.id, (change) =>
      saveUser(change, { email: stage.owner.email, role: author }),
    );
  }
  const remove = { name: 'gone', type: 'lead.delete', match: { email: '{{ __data.email }}' } };
  const startOther = start({ data: { email: '{{ __data.email }}' } });
  const refusalFor = ({ owner }: Stage) =>
    `next: There is no workflow "Other" that ${owner.name} can start. Check the workflow's name and the permissions of the user's role.`;

  test("an author with `own` access can't act with an administrator's permissions", async () => {
    const { stage, job } = await accepted([startOther], { email: 'victim@example.test' });
    await addOther(stage, { steps: [remove] });
    await changingLeads(stage.context, stage.workspace.id, (change) =>
      createLead(change, { email: 'victim@example.test' }),
    );
    await demote(stage);
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'failed', error: refusalFor(stage) });
    expect(await runsOf(stage)).toHaveLength(1);
    expect(await leadsOf(stage)).toBe(1);
  });

  test('a missing workflow and a forbidden one, enabled or not, fail with the same message in one query', async () => {
    const errors: (readonly string[])[] = [];
    const trips: number[] = [];
    // Opening the connection is not counted.
    await executeAll(testContext(counted.db()), [(await accepted([nothing])).job]);
    for (const build of [
      () => undefined,
      (stage: Stage) => addOther(stage),
      (stage: Stage) => addOther(stage, { enabled: false }),
    ]) {
      const { stage, job } = await accepted([start()]);
      await build(stage);
      await demote(stage);
      const before = counted.count();
      await executeAll(testContext(counted.db()), [job]);
      trips.push(counted.count() - before);
      errors.push([(await row(job)).error, refusalFor(stage)]);
    }
    for (const [error, expected] of errors) expect(error).toBe(expected);
    expect(new Set(trips).size).toBe(1);
  });

  test("needs `own` for the owner's workflows and `all` for any other; `none` allows no start", async () => {
    const started = async (permissions: Permissions, params: (stage: Stage) => object = () => ({})) => {
      const { stage, job } = await accepted([start()]);
      await addOther(stage, params(stage));
      await demote(stage, permissions);
      await go(job);
      return (await runsOf(stage)).length - 1;
    };
    const own = ({ owner }: Stage) => ({ owner: owner.email });
    expect(await started({ 'workflows.edit': 'own' }, own)).toBe(1);
    expect(await started({ 'workflows.edit': 'all' })).toBe(1);
    expect(await started({ 'workflows.edit': 'none', 'workflows.view': 'all' }, own)).toBe(0);
  });

  test('is needed for each start: once revoked, the second start fails', async () => {
    const gate = { name: 'pause', type: 'wait', for: '1 hour' };
    const { stage, job } = await accepted([start(), gate, start({ name: 'again' })]);
    await addOther(stage);
    await demote(stage, { 'workflows.edit': 'all' });
    await go(job);
    expect(await runsOf(stage)).toHaveLength(2);
    await give(stage, { 'workflows.edit': 'own' });
    await endWait(job, 'pause');
    await go({ ...job, fence: 1 });
    expect((await row(job)).error).toBe(refusalFor(stage).replace('next', 'again'));
    expect(await runsOf(stage)).toHaveLength(2);
  });

  test('is checked in a test run as well', async () => {
    const { stage } = await accepted([start()]);
    await addOther(stage);
    await demote(stage);
    const checked = checkWorkflow([start()]);
    if (!checked.ok) throw new Error('these steps are valid');
    const tried = await runTrial(stage.context, {
      workspace: stage.workspace.id,
      workflow: stage.workflow as WorkflowId,
      steps: checked.workflow,
      input: { data: {} },
      answers: {},
      mailer: undefined,
    });
    expect(tried).toMatchObject({ status: 'failed', error: refusalFor(stage) });
  });
});

test('a started run keeps the id of the run that started it, even when retried, and so do its history entries', async () => {
  const { stage, job } = await accepted([start()], { first: 'Lea' });
  const create = { name: 'lead', type: 'lead.create', fields: { first_name: '{{ __data.name }}' } };
  const { owner } = await addOther(stage, { steps: [create, { name: 'end', type: 'stop', as: 'failed' }] });
  await go(job);
  const [, second] = await runsOf(stage);
  expect(second.started_by).toBe(job.run);
  const next: RunJob = { ...job, run: second.id };
  await go(next);
  await retryRun(stage.context, operator, next, { from: 'failed step', repeatCalls: false });
  const [first, ...later] = await runsOf(stage);
  expect(first.started_by).toBeNull();
  expect(later.map((run) => run.started_by)).toEqual([job.run, job.run]);
  const rows = await database.current.query(
    'select user_id::int, run_id, started_by from lead_history where workspace_id = $1',
    [stage.workspace.id],
  );
  expect(rows).toEqual([{ user_id: owner.id, run_id: second.id, started_by: job.run }]);
});
