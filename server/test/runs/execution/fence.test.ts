import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { resumeRuns } from '../../../src/core/runs/index.ts';
import { removeWorkflow } from '../../../src/core/workflows/index.ts';
import { changing } from '../../harness/builders.ts';
import { set, useRuns } from '../run-actions.ts';
import { buildStage, nothing, resave, type Stage, switchOwner, workflowName } from '../run-stage.ts';

const { database, doors, accepted, go, row, steps, paths, leadsOf } = useRuns();

const resume = () => resumeRuns(doors.dispatch(), 100);

describe('the fence', () => {
  const create = { name: 'lead', type: 'lead.create', fields: { first_name: 'Once' } };

  test('a job executed several times, sequentially and concurrently, has every effect once (spec/runs §2.3)', async () => {
    const { stage, job } = await accepted([create, set('a', { x: 1 })]);
    await Promise.all(Array.from({ length: 6 }, () => go(job)));
    await go(job);
    expect((await row(job)).status).toBe('succeeded');
    expect(await leadsOf(stage)).toBe(1);
  });

  test('overlapping attempts of one job have every effect once, and exactly one attempt ends the run', async () => {
    const pause = { name: 'pause', type: 'wait', for: '1 second' };
    const { stage, job } = await accepted([create, pause, { ...create, name: 'second' }]);
    // Retries after an error, as the engine does.
    const attempt = async () => {
      for (let tries = 0; tries < 50; tries++) {
        const isDone = await go(job).then(
          () => true,
          () => false,
        );
        if (isDone) return;
        await sleep(50);
      }
    };
    await Promise.all(Array.from({ length: 6 }, attempt));
    expect((await row(job)).status).toBe('succeeded');
    expect(await paths(job)).toEqual(['lead succeeded', 'pause succeeded', 'second succeeded']);
    expect(await leadsOf(stage)).toBe(2);
  });

  test('a worker that loses the fence in the middle of a segment makes no further writes', async () => {
    const { stage, job } = await accepted([{ name: 'pause', type: 'wait', for: '1 second' }, create]);
    const segment = go(job);
    await expect.poll(async () => (await row(job)).status, { interval: 10 }).toBe('running');
    await database.current.query('update runs set fence = 1 where id = $1', [job.run]);
    expect(await segment).toEqual([]);
    expect(await row(job)).toMatchObject({ status: 'running', fence: 1 });
    expect(await leadsOf(stage)).toBe(0);
    await go({ ...job, fence: 1 });
    expect((await row(job)).status).toBe('succeeded');
    expect(await leadsOf(stage)).toBe(1);
  });

  test('a job with an old fence, or with a fence that was never issued, writes nothing', async () => {
    const { stage, job } = await accepted([create]);
    await database.current.query('update runs set fence = 5 where id = $1', [job.run]);
    for (const fence of [0, 4, 6]) expect(await go({ ...job, fence })).toEqual([]);
    expect(await row(job)).toMatchObject({ status: 'queued', fence: 5, started_at: null });
    expect([await steps(job), await leadsOf(stage)]).toEqual([[], 0]);
  });

  test("a job can't execute a run of another workspace", async () => {
    const { job } = await accepted([create]);
    const other = await buildStage(database.current.context);
    await go({ ...job, workspace: other.workspace.id });
    expect((await row(job)).status).toBe('queued');
  });
});

describe('changes while a run is unfinished', () => {
  const remove = ({ context, workspace }: Stage) =>
    changing(context, workspace.id, (change) => removeWorkflow(change, workflowName));

  test('a run whose workflow was deleted fails when it continues', async () => {
    const { stage, job } = await accepted([nothing]);
    await remove(stage);
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'failed', error: 'The workflow was deleted.' });
  });

  test('a run that has started keeps its version (spec/runs §1.1)', async () => {
    const { stage, job } = await accepted([set('old', { x: 1 })]);
    await resave(stage, { steps: [set('new', { x: 2 })] });
    await go(job);
    expect(await paths(job)).toEqual(['old succeeded']);
  });

  test('a run of a deactivated owner waits, and resumes when the owner is active again (spec/rest-api §7.4)', async () => {
    const { stage, job } = await accepted([nothing]);
    await switchOwner(stage, false);
    expect(await go(job)).toEqual([]);
    expect(await row(job)).toMatchObject({ status: 'waiting', fence: 1, due_at: null });
    await resume();
    expect((await row(job)).status).toBe('waiting');
    await switchOwner(stage, true);
    await resume();
    expect((await row(job)).status).toBe('queued');
    await go({ ...job, fence: 1 });
    expect((await row(job)).status).toBe('succeeded');
  });

  test('a run that waits for its owner fails when its workflow is deleted', async () => {
    const { stage, job } = await accepted([nothing]);
    await switchOwner(stage, false);
    await go(job);
    await remove(stage);
    await resume();
    await go({ ...job, fence: 1 });
    expect((await row(job)).status).toBe('failed');
  });
});
