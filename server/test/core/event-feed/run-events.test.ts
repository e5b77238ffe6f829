// Events of runs that end (spec/events §1.2).
import { describe, expect, test } from 'vitest';
import { erasePerson } from '../../../src/core/erasure/index.ts';
import { cancelRun, type RunController, type RunJob } from '../../../src/core/runs/index.ts';
import { removeWorkflow } from '../../../src/core/workflows/index.ts';
import { changing, testActor } from '../../harness/builders.ts';
import { useCountedDatabase } from '../../harness/counted-database.ts';
import { testContext } from '../../harness/test-database.ts';
import { set, upsert, useRuns } from '../../runs/run-actions.ts';
import { executeAll, resave, type Stage, workflowName } from '../../runs/run-stage.ts';
import { readAll, useFeed } from './feed-stage.ts';

const { database, accepted, again, go, row, endWait } = useRuns();
const { callerIn, relay } = useFeed(database);
const counted = useCountedDatabase(database);
const context = () => database.current.context;
const operator: RunController = { actor: testActor, may: () => true };
const stop = { name: 'end', type: 'stop', as: 'failed', message: 'No stock for {{ __data.email }}.' };

/** Returns the events of runs that an administrator reads. */
async function runEventsOf({ workspace }: Stage) {
  await relay();
  const { ask } = await callerIn(workspace, { isAdmin: true });
  return readAll(ask, { types: 'run.succeeded,run.failed' });
}
const eventOf = (job: RunJob, stage: Stage, more: object) => ({
  data: {
    run: expect.objectContaining({
      id: job.run,
      workflow: { id: stage.workflow, name: workflowName },
      ...more,
    }),
  },
});

describe('a run that ends', () => {
  test('has one event in a batch and after a wait; a waiting run has none (spec/events §1.2)', async () => {
    const pause = { name: 'pause', type: 'wait', for: '{{ __data.for }}' };
    const { stage, job } = await accepted([upsert, pause], { email: 'a@kept.test', for: '0 seconds' });
    const sleeping = await again(stage, { email: 'b@kept.test', for: '2 hours' });
    const third = await again(stage, { email: 'c@kept.test', for: '0 seconds' });
    const counting = testContext(counted.db());
    // Data that is cached per workspace and version is read with the first run.
    await executeAll(counting, [job]);
    const before = counted.count();
    await executeAll(counting, [sleeping, third]);
    // A batch that fails is executed again run by run, which takes more round trips.
    expect(counted.count() - before).toBe(4);
    expect((await runEventsOf(stage)).map(({ data }) => data.run.id).sort()).toEqual(
      [job.run, third.run].sort(),
    );
    await endWait(sleeping, 'pause');
    await go({ ...sleeping, fence: 1 });
    await go({ ...sleeping, fence: 1 });
    const events = await runEventsOf(stage);
    expect(events).toHaveLength(3);
    expect(events[2]).toMatchObject(eventOf(sleeping, stage, { status: 'succeeded' }));
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });

  test('has an event if a step failed or its workflow was deleted, and none if it was cancelled (spec/events §1.2)', async () => {
    const find = { name: 'find', type: 'lead.find', match: { email: '{{ __data.email }}' } };
    const { stage, job } = await accepted([find]);
    await go(job);
    const cancelled = await again(stage);
    await cancelRun(context(), operator, cancelled, undefined);
    await go(cancelled);
    const orphaned = await again(stage);
    await changing(context(), stage.workspace.id, (change) => removeWorkflow(change, workflowName));
    await go(orphaned);
    const events = await runEventsOf(stage);
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject(eventOf(job, stage, { error: (await row(job)).error }));
    expect(events[1].data.run).toMatchObject({
      id: orphaned.run,
      workflow: { id: stage.workflow, name: null },
      error: 'The workflow was deleted.',
    });
  });

  test('is in the feed of users who can view its workflow (spec/events §2.4)', async () => {
    const { stage, job } = await accepted([set('a', { b: 1 })]);
    await go(job);
    await relay();
    const seen = async (permissions: Parameters<typeof callerIn>[1]) => {
      const { ask, user } = await callerIn(stage.workspace, permissions);
      return { ask, user, count: (await readAll(ask)).length };
    };
    expect((await seen({ permissions: { 'workflows.view': 'all' } })).count).toBe(1);
    expect((await seen({ permissions: { 'leads.view': 'all' } })).count).toBe(0);
    const own = await seen({ permissions: { 'workflows.view': 'own' } });
    expect(own.count).toBe(0);
    await resave(stage, { owner: own.user.email });
    expect(await readAll(own.ask)).toHaveLength(1);
  });
});

describe('erasing a person', () => {
  const erase = ({ workspace }: Stage, email: string) =>
    erasePerson(context(), testActor, workspace.id, { email });

  test("erases the events of that person's runs, and no others (spec/events §1.2)", async () => {
    const { stage, job } = await accepted([upsert], { email: 'zoe@kept.test' });
    const other = await again(stage, { email: 'joe@kept.test' });
    for (const one of [job, other]) await go(one);
    expect((await erase(stage, 'zoe@kept.test')).runs).toBe(1);
    expect(await runEventsOf(stage)).toMatchObject([eventOf(other, stage, {})]);
  });

  test('erases the event of a run that was purged, if its error names the person (spec/events §1.2)', async () => {
    const { stage, job } = await accepted([stop], { email: 'Zoe@kept.test' });
    const other = await again(stage, { email: 'xzoe@kept.test' });
    for (const one of [job, other]) await go(one);
    await database.current.query('delete from runs where workspace_id = $1', [stage.workspace.id]);
    expect((await erase(stage, 'zoe@kept.test')).runs).toBe(1);
    expect(await runEventsOf(stage)).toMatchObject([eventOf(other, stage, {})]);
  });
});
