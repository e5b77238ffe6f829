// Runs in a suspended workspace neither start nor continue, and none is lost (docs/design/workspaces.md).
import { describe, expect, test } from 'vitest';
import { type RunJob, resumeRuns, takeQueued, wakeRuns } from '../../../src/core/runs/index.ts';
import { resumeWorkspace, suspendWorkspace } from '../../../src/core/workspaces/index.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, execute, newRun, rowOf, type Stage, stepsOf, useRunDoors } from '../run-stage.ts';

const database = useTestDatabase();
const doors = useRunDoors(database);
const actor = { user: null, means: { type: 'command', name: 'test' }, origin: null } as const;

const suspend = ({ context, workspace }: Stage) => suspendWorkspace(context, actor, workspace.id);
const resume = ({ context, workspace }: Stage) => resumeWorkspace(context, actor, workspace.id);
async function accept(stage: Stage): Promise<RunJob> {
  const run = await newRun(database.current, stage);
  const accepted = await doors.queue().accept(run);
  expect(accepted.kind).toBe('accepted');
  return { workspace: stage.workspace.id, run: run.id, fence: 0 };
}
/** Returns the jobs that the sweeper dispatches, after queueing runs that are due or can resume. */
async function take(stage: Stage): Promise<RunJob[]> {
  const now = { now: new Date(), most: 1000 };
  await wakeRuns(doors.dispatch(), now);
  await resumeRuns(doors.dispatch(), 1000);
  const taken = await takeQueued(doors.dispatch(), now);
  return taken.filter(({ workspace }) => workspace === stage.workspace.id);
}
const build = (steps?: readonly unknown[]) => buildStage(database.current.context, steps);

test('a request that was checked before the suspension is not stored', async () => {
  const stage = await build();
  const run = await newRun(database.current, stage);
  await suspend(stage);
  expect(await doors.queue().accept(run)).toEqual({ kind: 'stale' });
  await resume(stage);
  expect(await doors.queue().accept(run)).toMatchObject({ kind: 'accepted' });
});

test('accepted runs stay queued until the workspace resumes', async () => {
  const stage = await build();
  const job = await accept(stage);
  await suspend(stage);
  expect(await take(stage)).toEqual([]);
  await resume(stage);
  expect(await take(stage)).toEqual([job]);
});

describe('a run that was dispatched', () => {
  test('does nothing, waits, and is dispatched again when the workspace resumes', async () => {
    const stage = await build();
    const job = await accept(stage);
    await suspend(stage);
    expect(await execute(stage.context, job)).toEqual([]);
    expect(await rowOf(database.current, job)).toMatchObject({ status: 'waiting', due_at: null, fence: 1 });
    expect(await stepsOf(database.current, job)).toEqual([]);
    expect(await take(stage)).toEqual([]);

    await resume(stage);
    const [again] = await take(stage);
    expect(again).toEqual({ ...job, fence: 1 });
    await execute(stage.context, again ?? job);
    expect(await rowOf(database.current, job)).toMatchObject({ status: 'succeeded' });
  });

  test('stops between two steps if its workspace is suspended, and executes each step once', async () => {
    const stage = await build([
      { name: 'one', type: 'lead.create', fields: { first_name: 'One' } },
      { name: 'nap', type: 'wait', for: '2 seconds' },
      { name: 'two', type: 'lead.create', fields: { first_name: 'Two' } },
    ]);
    const job = await accept(stage);
    const executing = execute(stage.context, job);
    await expect.poll(() => stepsOf(database.current, job), { timeout: 5_000 }).toHaveLength(2);
    await suspend(stage);
    expect(await executing).toEqual([]);
    expect(await rowOf(database.current, job)).toMatchObject({ status: 'waiting', due_at: null, fence: 1 });
    expect(await leadsOf(stage)).toEqual(['one']);

    await resume(stage);
    const [again] = await take(stage);
    await execute(stage.context, again ?? job);
    expect(await rowOf(database.current, job)).toMatchObject({ status: 'succeeded' });
    expect(await leadsOf(stage)).toEqual(['one', 'two']);
  });
});

test("a run whose wait ends during the suspension stays waiting, isn't checked again, and continues when the workspace resumes", async () => {
  const stage = await build([{ name: 'long', type: 'wait', for: '1 hour' }]);
  const job = await accept(stage);
  const [continued] = await execute(stage.context, job);
  expect(continued).toBeDefined();
  await suspend(stage);
  const later = { now: new Date(Date.now() + 7_200_000), most: 1000 };
  expect(await wakeRuns(doors.dispatch(), later)).toBe(1);
  expect(await rowOf(database.current, job)).toMatchObject({ status: 'waiting', due_at: null, fence: 1 });
  expect(await wakeRuns(doors.dispatch(), later)).toBe(0);
  expect(await resumeRuns(doors.dispatch(), 1000)).toBe(0);

  await resume(stage);
  expect(await resumeRuns(doors.dispatch(), 1000)).toBe(1);
  expect(await rowOf(database.current, job)).toMatchObject({ status: 'queued', sent_at: null, fence: 1 });
});

const leadsOf = ({ workspace }: Stage): Promise<string[]> =>
  database.current.asAdministrator(async (client) => {
    const { rows } = await client.query<{ key: string }>(
      'select first_name_key as key from leads where workspace_id = $1 order by id',
      [workspace.id],
    );
    return rows.map(({ key }) => key);
  });

test("a workspace that is being deleted can't be resumed", async () => {
  const stage = await build();
  await database.current.query(
    'update workspaces set suspended_at = now(), deletion_began_at = now() where id = $1',
    [stage.workspace.id],
  );
  await expect(resume(stage)).rejects.toMatchObject({ code: 'workspace_being_deleted' });
});
