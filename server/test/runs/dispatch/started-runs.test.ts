// How many runs the steps of other runs can start, and what becomes of them when their workflow is deleted.
import { beforeEach, describe, expect, test } from 'vitest';
import { type RunJob, retryRun, takeQueued } from '../../../src/core/runs/index.ts';
import { removeWorkflow, saveWorkflow } from '../../../src/core/workflows/index.ts';
import { changing } from '../../harness/builders.ts';
import { operator, useRuns } from '../run-actions.ts';
import { type Stage, workflowName } from '../run-stage.ts';

const { database, doors, accepted, again, go, row } = useRuns();

// Runs left over from other tests would be counted and dispatched too.
beforeEach(() => database.current.query('delete from runs'));

const start = {
  name: 'next',
  type: 'workflow.start',
  workflow: workflowName,
  data: { items: '{{ __data.items }}' },
};
const startEach = { name: 'each', type: 'for_each', items: '{{ __data.items }}', as: 'item', steps: [start] };
const call = { ...start, type: 'workflow.call' };
const items = (count: number) => Array.from({ length: count }, (_, index) => index);

const query = (text: string, values?: unknown[]) => database.current.query(text, values);
const runsOf = ({ workspace }: Stage) =>
  query('select * from runs where workspace_id = $1 order by id', [workspace.id]);

/** Returns the queued runs that steps have started, as jobs. */
const startedBy = async (stage: Stage): Promise<RunJob[]> =>
  (await runsOf(stage))
    .filter((run) => run.status === 'queued' && run.started_by !== null)
    .map(({ id, fence }) => ({ workspace: stage.workspace.id, run: id, fence }));

/** Stores runs that wait as if steps of other runs had started them. */
const storeWaiting = ({ workspace, workflow }: Stage, count: number) =>
  query(
    `insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, is_awaited, input, started_by)
     select $1, gen_random_uuid(), $2, 1, 'queued', now(), false, '{}', gen_random_uuid() from generate_series(1, $3)`,
    [workspace.id, workflow, count],
  );

describe('the runs that one request leads to (spec/limits §4)', () => {
  test('end at 1,000 if a workflow starts itself for each of 20 items, even concurrently', async () => {
    const { stage, job } = await accepted([startEach], { items: items(20) });
    await go(job);
    const children = await startedBy(stage);
    expect(children).toHaveLength(20);
    // Each of them would start 20 more, and the fourth reaches the limit.
    await query('update runs set descendants = 940 where id = $1', [job.run]);
    await Promise.all(children.slice(0, 12).map((child) => go(child)));
    const runs = await runsOf(stage);
    expect(runs).toHaveLength(1 + 20 + 60);
    const statuses = runs.slice(1, 13).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'failed').length).toBeGreaterThan(2);
    const failed = runs.find(({ status }) => status === 'failed');
    expect(failed.error).toBe(
      'next: Steps have started 1,000 runs since the first run of this chain. Remove the loop, or send further work as new requests.',
    );
    const [failedStep] = await query(
      "select error_code from run_steps where run_id = $1 and status = 'failed' and type = 'workflow.start'",
      [failed.id],
    );
    expect(failedStep).toEqual({ error_code: 'limit' });

    // Another request has its own limit.
    const other = await again(stage, { items: items(3) });
    await go(other);
    expect(await row(other)).toMatchObject({ status: 'succeeded' });
  });

  test('count from the first run, in all generations, also for `workflow.call`', async () => {
    const { stage, job } = await accepted([call], { items: [] });
    await go(job);
    const [child] = (await startedBy(stage)) as [RunJob];
    await query('update runs set descendants = 999 where id = $1', [job.run]);
    await go(child);
    const [grandchild] = (await startedBy(stage)) as [RunJob];
    expect(await row(grandchild)).toMatchObject({ root_run: job.run, started_by: child.run, depth: 2 });
    await go(grandchild);
    expect(await row(grandchild)).toMatchObject({ status: 'failed' });
    expect((await row(grandchild)).error).toContain('Steps have started 1,000 runs');
    expect(await row(job)).toMatchObject({ descendants: 1_000 });
  });

  test('are counted for the same first run if one of them is retried', async () => {
    const { stage, job } = await accepted([start], { items: [] });
    await go(job);
    const [child] = (await startedBy(stage)) as [RunJob];
    await query("update runs set status = 'failed', ended_at = now() where id = $1", [child.run]);
    const { run } = await retryRun(stage.context, operator, child, { from: 'start', repeatCalls: true });
    expect(await row({ ...child, run })).toMatchObject({ root_run: job.run });
  });
});

describe('runs of a workspace that steps have started and that are waiting (spec/limits §4)', () => {
  test('are at most 10,000; further steps fail, and requests are accepted', async () => {
    const { stage, job } = await accepted([start], { items: [] });
    await storeWaiting(stage, 9_999);
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'succeeded' });
    const next = await again(stage, { items: [] });
    await go(next);
    expect((await row(next)).error).toBe(
      'next: 10,000 runs that steps have started are waiting in this workspace. Wait until they have started, or cancel them.',
    );
    const [waiting] = (await startedBy(stage)) as [RunJob];
    await query("update runs set status = 'succeeded', ended_at = now() where id = $1", [waiting.run]);
    const last = await again(stage, { items: [] });
    await go(last);
    expect(await row(last)).toMatchObject({ status: 'succeeded' });
  });

  test('do not include the runs of requests', async () => {
    const { stage, job } = await accepted([start], { items: [] });
    await storeWaiting(stage, 10_000);
    await query('update runs set started_by = null where started_by is not null');
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'succeeded' });
  });
});

describe('when a workflow is deleted (spec/runs §3.6)', () => {
  const remove = ({ context, workspace }: Stage, name = workflowName) =>
    changing(context, workspace.id, (change) => removeWorkflow(change, name));

  test('its queued runs fail at once, with an event each, and are not dispatched', async () => {
    const { stage, job } = await accepted([startEach], { items: items(60) });
    await go(job);
    expect(await startedBy(stage)).toHaveLength(60);
    await remove(stage);
    const ended = (await runsOf(stage)).filter(({ started_by }) => started_by !== null);
    expect(ended).toHaveLength(60);
    for (const run of ended)
      expect(run).toMatchObject({ status: 'failed', error: 'The workflow was deleted.', fence: 1 });
    expect(await takeQueued(doors.dispatch(), { now: new Date(), most: 100 })).toEqual([]);
    const [events] = await query(
      "select count(distinct run_id)::int as count from events where workspace_id = $1 and type = 'run.failed'",
      [stage.workspace.id],
    );
    expect(events).toEqual({ count: 60 });
  });

  test('runs of other workflows stay queued, and a run that waits for one of its runs resumes', async () => {
    const { stage, job } = await accepted([{ ...call, workflow: 'Called' }], { items: [] });
    await changing(stage.context, stage.workspace.id, (change) =>
      saveWorkflow(change, {
        name: 'Called',
        owner: stage.owner.email,
        steps: [{ name: 'a', type: 'set', values: { b: 1 } }],
      }),
    );
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'waiting' });
    const other = await again(stage, { items: [] });
    await query('update runs set sent_at = null where id = $1', [other.run]);
    await remove(stage, 'Called');
    expect(await row(other)).toMatchObject({ status: 'queued' });
    const caller = await row(job);
    expect(caller).toMatchObject({ status: 'queued' });
    await go({ ...job, fence: caller.fence });
    expect((await row(job)).error).toContain('failed: The workflow was deleted.');
  });
});
