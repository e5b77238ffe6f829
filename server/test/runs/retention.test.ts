// A run is kept for the retention period after its end, and an unfinished run is kept regardless of its age.
import { expect, test } from 'vitest';
import { purgeRuns, type RunJob, readPartitionState, wakeRuns } from '../../src/core/runs/index.ts';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { uuid7 } from '../../src/lib/crypto/uuid7.ts';
import type { RunId } from '../../src/lib/ids.ts';
import { changing } from '../harness/builders.ts';
import { useRuns } from './run-actions.ts';
import { newRun, nothing, type Stage } from './run-stage.ts';

const { database, doors, accepted, again, go, row, endWait, steps } = useRuns();

const sql = async (text: string, values: unknown[] = []) => await database.current.query(text, values);
const purge = () => purgeRuns(database.current.upkeep, systemClock);

/** A Monday in the past. */
const longAgo = new Date('2024-03-04T00:00:00Z');
const week = '2024w10';

async function makeWeek(): Promise<void> {
  for (const parent of ['runs', 'run_steps']) {
    // Created like the product's function creates it: with the same owner as the parent table.
    await sql(`do $$ begin
      execute format('set local role %I', (select tableowner from pg_tables where tablename = 'runs'));
      execute format('create table ${parent}_${week} partition of ${parent} for values from (%L) to (%L)',
      first_run_id('2024-03-04 00:00Z'), first_run_id('2024-03-11 00:00Z')); end $$`);
  }
}
const hasWeek = async () => (await sql(`select to_regclass('runs_${week}') as found`))[0].found !== null;

/** Creates a run that was accepted in that week. */
async function oldRun(stage: Stage): Promise<RunJob> {
  const id = uuid7(longAgo.getTime() + 3_600_000) as RunId;
  await doors.queue().accept(await newRun(database.current, stage, { id }));
  return { workspace: stage.workspace.id, run: id, fence: 0 };
}
const endedAgo = (job: RunJob, days: number) =>
  sql('update runs set ended_at = now() - make_interval(days => $2) where id = $1', [job.run, days]);

test("runs and their steps are deleted after the workspace's retention period, and a week's partition is dropped with its last run (spec/runs §3.5)", async () => {
  await makeWeek();
  const { stage } = await accepted([{ name: 'long', type: 'wait', for: '90 days' }, nothing]);
  const retaining = await accepted([nothing]);
  await changing(stage.context, stage.workspace.id, (change) =>
    changeSettings(change, { run_retention_days: 10 }),
  );
  await sql('update workspace_settings set run_retention_days = 30 where workspace_id <> $1', [
    stage.workspace.id,
  ]);
  const recent = await again(retaining.stage);
  await go(recent);
  await endedAgo(recent, 20);
  const asleep = await oldRun(stage);
  await go(asleep);
  const short = await oldRun(stage);
  const kept = await oldRun(retaining.stage);
  for (const job of [short, kept]) {
    await go(job);
    await sql("update runs set status = 'succeeded' where id = $1", [job.run]);
    await endedAgo(job, 20);
  }

  await purge();
  // The ten-day period is over in one workspace, the thirty-day period in the other isn't, and a waiting run
  // keeps all its data.
  expect(await row(short)).toBeUndefined();
  expect(await steps(short)).toEqual([]);
  expect(await row(kept)).toBeDefined();
  expect(await row(recent)).toBeDefined();
  expect(await row(asleep)).toMatchObject({ status: 'waiting' });
  expect(await hasWeek()).toBe(true);

  await endedAgo(kept, 31);
  await purge();
  expect(await row(kept)).toBeUndefined();
  expect(await hasWeek()).toBe(true);

  // The run wakes up and ends. It is then kept for the retention period.
  await endWait(asleep, 'long');
  await sql('update runs set due_at = now() where id = $1', [asleep.run]);
  await wakeRuns(doors.dispatch(), { now: new Date(), most: 10 });
  await purge();
  expect(await row(asleep)).toMatchObject({ status: 'queued' });
  await go({ ...asleep, fence: 1 });
  await purge();
  expect(await row(asleep)).toMatchObject({ status: 'succeeded' });
  expect(await hasWeek()).toBe(true);

  await endedAgo(asleep, 31);
  await purge();
  expect(await hasWeek()).toBe(false);
  expect((await sql(`select to_regclass('run_steps_${week}') as found`))[0].found).toBeNull();
});

test('a partition that is in use is dropped later, without blocking any query', async () => {
  await makeWeek();
  await database.current.asAdministrator(async (client) => {
    await client.query('begin');
    await client.query('select count(*) from runs');
    const startedAt = performance.now();
    await purge();
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    await client.query('rollback');
  });
  expect(await hasWeek()).toBe(true);
  await purge();
  expect(await hasWeek()).toBe(false);
});

test('reports missing partitions and runs outside any partition', async () => {
  const { db } = database.current.context;
  const fine = await readPartitionState(db);
  expect(fine).toMatchObject({ defaultBytes: 0 });
  expect(fine.weeksReady).toBeGreaterThanOrEqual(5);
  const { stage } = await accepted([nothing]);
  const id = uuid7(new Date('2035-01-01T00:00:00Z').getTime()) as RunId;
  await doors.queue().accept(await newRun(database.current, stage, { id }));
  expect((await readPartitionState(db)).defaultBytes).toBeGreaterThan(0);
});
