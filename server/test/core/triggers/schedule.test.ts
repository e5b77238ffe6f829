// Runs that schedules start (spec/triggers §2.3, §2.4).
import { expect, test } from 'vitest';
import type { Context } from '../../../src/core/context/index.ts';
import { saveTriggers, startDue, triggersSchema } from '../../../src/core/triggers/index.ts';
import { timesToStart } from '../../../src/core/triggers/schedule/due-times.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import { type Database, openDatabase } from '../../../src/db/database.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import { silent } from '../../harness/scratch-database.ts';
import { seededRandom } from '../../harness/seeded-random.ts';
import { testContext, useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();

const minuteMs = 60_000;
const start = new Date('2026-11-30T08:00:30Z');

/** A context whose clock a test moves, and a workspace with an owner in it. */
async function build() {
  let now = start;
  const clock = { now: () => now };
  const context: Context = { ...database.current.context, clock };
  const workspace = await buildWorkspace(context);
  const owner = await buildUser(context, workspace.id);
  const save = (name: string, triggers: unknown[] | undefined, more: object = {}) =>
    changing(context, workspace.id, async (change) => {
      const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
      const saved = await saveWorkflow(change, { name, owner: owner.email, steps, ...more });
      return saveTriggers(change, saved, triggers && triggersSchema.parse(triggers));
    });
  const runs = async () =>
    await database.current.query<{ name: string; input: string; trigger: string; depth: number }>(
      `select w.name, r.input, r.trigger, r.depth from runs r join workflows w on w.id = r.workflow_id
           where r.workspace_id = $1 order by r.id`,
      [workspace.id],
    );
  const dueTimes = async () =>
    (await runs()).map(({ input }) => JSON.parse(input).scheduled_for.slice(11, 16));
  const move = (minutes: number) => {
    now = new Date(now.getTime() + minutes * minuteMs);
  };
  return {
    context,
    clock,
    save,
    runs,
    dueTimes,
    move,
    tick: () => startDue(database.current.upkeep, context),
  };
}

const everyMinute = { type: 'schedule', cron: '* * * * *' };

test('a schedule starts one run per due minute, from the first due time after it was saved', async () => {
  const { save, runs, dueTimes, move, tick } = await build();
  // Two schedules that are due in the same minute start one run.
  await save('Flow', [everyMinute, { ...everyMinute, cron: '*/1 * * * *', timezone: 'Asia/Tokyo' }]);
  await tick();
  expect(await runs()).toEqual([]);
  move(1);
  await Promise.all([tick(), tick()]);
  await tick();
  const [run, ...more] = await runs();
  expect(more).toEqual([]);
  expect(run).toMatchObject({ trigger: 'schedule', depth: 0 });
  expect(JSON.parse(run?.input ?? '')).toEqual({
    scheduled_for: '2026-11-30T08:01:00.000Z',
    __headers: {},
    __trigger: 'schedule',
  });
  // Saving the same schedule again doesn't change when it is due.
  move(1);
  await save('Flow', [everyMinute, { ...everyMinute, cron: '*/1 * * * *', timezone: 'Asia/Tokyo' }]);
  await tick();
  expect(await dueTimes()).toEqual(['08:01', '08:02']);
});

test('a disabled workflow starts nothing, and does not catch up (spec/triggers §1.2)', async () => {
  const { save, dueTimes, move, tick } = await build();
  await save('Flow', [{ ...everyMinute, catch_up: 'all' }], { enabled: false });
  move(3);
  await tick();
  await save('Flow', undefined, { enabled: true });
  move(1);
  await tick();
  expect(await dueTimes()).toEqual(['08:04']);
});

test.each([
  ['none', 60, []],
  ['last', 60, ['09:00']],
  ['all', 60, ['08:15', '08:30', '08:45', '09:00']],
  // The last due time is less than a minute old, so it isn't missed.
  ['none', 59.6, ['09:00']],
])('after downtime, catch_up %s starts what was missed', async (catch_up, minutes, expected) => {
  const { save, dueTimes, move, tick } = await build();
  await save('Flow', [{ type: 'schedule', cron: '*/15 * * * *', catch_up }]);
  move(minutes + (catch_up === 'none' && minutes === 60 ? 1 : 0));
  await tick();
  expect(await dueTimes()).toEqual(expected);
});

test('after a year of downtime, catch_up all starts the last hundred', () => {
  const schedule = { type: 'schedule', cron: '* * * * *', timezone: 'UTC', catch_up: 'all' } as const;
  const times = timesToStart(schedule, new Date('2026-01-01T00:00Z'), new Date('2027-01-01T00:00:30Z'));
  expect(times).toHaveLength(100);
  expect(times.at(-1)).toEqual(new Date('2027-01-01T00:00Z'));
  expect(times[0]).toEqual(new Date('2026-12-31T22:21Z'));
});

test('two workers, one of which is killed again and again, start each of 2,000 due moments exactly once', {
  timeout: 240_000,
}, async () => {
  const { clock, save, runs, move } = await build();
  const [workflows, minutes] = [20, 100];
  for (let index = 0; index < workflows; index++)
    await save(`Flow ${index}`, [{ ...everyMinute, catch_up: 'all' }]);
  const random = seededRandom(20261130);
  const open = (): Database => {
    const options = { applicationName: 'hark-doomed', poolSize: 2, logger: silent };
    return openDatabase(database.current.addresses, options);
  };
  const steady = database.current.db;
  const doomed = open();
  const work = (db: Database) => startDue(database.current.upkeep, { ...testContext(db), clock });
  // Killing a connection ends its transaction wherever it is, as a crash of the process would.
  const kill = () =>
    database.current.query(`select pg_terminate_backend(pid) from pg_stat_activity
                    where application_name = 'hark-doomed' and datname = current_database()`);
  let killed = 0;
  for (let minute = 0; minute < minutes; minute++) {
    move(1);
    const failing = work(doomed).catch(() => {
      killed += 1;
    });
    if (random.chance(30)) await kill();
    // Now and then the steady worker is away and has to catch up with what the doomed one left.
    await Promise.all([failing, random.chance(70) ? work(steady) : undefined]);
  }
  await work(steady);
  await doomed.close();
  const started = (await runs()).map(({ name, input }) => `${name} ${JSON.parse(input).scheduled_for}`);
  expect(new Set(started).size).toBe(workflows * minutes);
  expect(started).toHaveLength(workflows * minutes);
  expect(killed).toBeGreaterThan(0);
});
