// A run is kept for the retention time after its end, and an unfinished run is kept however old it is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeRuns, type RunJob, readPartitionState, wakeRuns } from '../../src/core/runs/index.ts';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { openUpkeep, type UpkeepDatabase } from '../../src/db/upkeep-database.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { uuid7 } from '../../src/lib/crypto/uuid7.ts';
import type { RunId } from '../../src/lib/ids.ts';
import { changing } from '../harness/builders.ts';
import { silent } from '../harness/scratch-database.ts';
import { useRuns } from './run-actions.ts';
import { newRun, nothing, type Stage } from './run-stage.ts';

const { database, doors, accepted, again, go, row, endWait, steps } = useRuns();
let upkeep: UpkeepDatabase;
beforeAll(() => {
  upkeep = openUpkeep(database.current.addresses, silent);
});
afterAll(() => upkeep.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await database.current.asAdministrator((client) => client.query(text, values))).rows;
const purge = () => purgeRuns(upkeep, systemClock);

/** The Monday of a week that is over since long. */
const longAgo = new Date('2024-03-04T00:00:00Z');
const week = '2024w10';

async function makeWeek(): Promise<void> {
  for (const parent of ['runs', 'run_steps']) {
    // As the function makes them: they belong to whom their parent belongs to.
    await sql(`do $$ begin
      execute format('set local role %I', (select tableowner from pg_tables where tablename = 'runs'));
      execute format('create table ${parent}_${week} partition of ${parent} for values from (%L) to (%L)',
      first_run_id('2024-03-04 00:00Z'), first_run_id('2024-03-11 00:00Z')); end $$`);
  }
}
const hasWeek = async () => (await sql(`select to_regclass('runs_${week}') as found`))[0].found !== null;

/** A run that was accepted in that week. */
async function oldRun(stage: Stage): Promise<RunJob> {
  const id = uuid7(longAgo.getTime() + 3_600_000) as RunId;
  await doors.queue().accept(await newRun(database.current, stage, { id }));
  return { workspace: stage.workspace.id, run: id, fence: 0 };
}
const endedAgo = (job: RunJob, days: number) =>
  sql('update runs set ended_at = now() - make_interval(days => $2) where id = $1', [job.run, days]);

test('runs go as long after their end as their workspace says, with their steps; a week goes with the last of them (spec/runs §3.5)', async () => {
  await makeWeek();
  const { stage } = await accepted([{ name: 'long', type: 'wait', for: '90 days' }, nothing]);
  const keeping = await accepted([nothing]);
  await changing(stage.context, stage.workspace.id, (change) =>
    changeSettings(change, { run_retention_days: 10 }),
  );
  await sql('update workspace_settings set run_retention_days = 30 where workspace_id <> $1', [
    stage.workspace.id,
  ]);
  const recent = await again(keeping.stage);
  await go(recent);
  await endedAgo(recent, 20);
  const asleep = await oldRun(stage);
  await go(asleep);
  const short = await oldRun(stage);
  const kept = await oldRun(keeping.stage);
  for (const job of [short, kept]) {
    await go(job);
    await sql("update runs set status = 'succeeded' where id = $1", [job.run]);
    await endedAgo(job, 20);
  }

  await purge();
  // Ten days are over for the one, thirty not for the other; and whoever sleeps is left alone with all he has.
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

  // It wakes and ends, and is kept from then on.
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

test('a week that somebody uses at this moment is dropped another time, and keeps nobody waiting', async () => {
  await makeWeek();
  await database.current.asAdministrator(async (client) => {
    await client.query('begin');
    await client.query('select count(*) from runs');
    const begun = performance.now();
    await purge();
    expect(performance.now() - begun).toBeLessThan(3_000);
    await client.query('rollback');
  });
  expect(await hasWeek()).toBe(true);
  await purge();
  expect(await hasWeek()).toBe(false);
});

test('weeks that are missing, and runs that fit into none, are seen', async () => {
  const { db } = database.current.context;
  const fine = await readPartitionState(db);
  expect(fine).toMatchObject({ defaultBytes: 0 });
  expect(fine.weeksReady).toBeGreaterThanOrEqual(5);
  const { stage } = await accepted([nothing]);
  const id = uuid7(new Date('2035-01-01T00:00:00Z').getTime()) as RunId;
  await doors.queue().accept(await newRun(database.current, stage, { id }));
  expect((await readPartitionState(db)).defaultBytes).toBeGreaterThan(0);
});
