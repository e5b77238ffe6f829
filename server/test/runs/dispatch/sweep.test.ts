import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RunJob } from '../../../src/core/runs/index.ts';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { Dispatcher } from '../../../src/engine/dispatch/dispatcher.ts';
import { Sweeper } from '../../../src/engine/dispatch/sweeper.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { changing } from '../../harness/builders.ts';
import { silent } from '../../harness/scratch-database.ts';
import { createFakeEngine } from '../../harness/servers/fake-engine.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, execute, newRuns, rowOf, type Stage, switchOwner, useRunDoors } from '../run-stage.ts';

const database = useTestDatabase();
const doors = useRunDoors(database);

// What another test left would be swept too.
const forgetRuns = () =>
  database.current.asAdministrator(async (client) => {
    await client.query('delete from runs');
  });
beforeEach(forgetRuns);

/** A sweeper with an engine that notes what it is given, and does none of it. */
function sweeping() {
  const given: RunJob[] = [];
  const engine = createFakeEngine({ executeRun: async () => undefined });
  const start = async (...jobs: readonly RunJob[]) => {
    await engine.start(...jobs);
    given.push(...jobs);
  };
  const sweeper = new Sweeper(doors.dispatch(), { ...engine, start }, systemClock);
  return { given, engine, sweep: () => sweeper.sweep(), resume: () => sweeper.resume() };
}

async function store(stage: Stage, count: number, change = ''): Promise<RunJob[]> {
  const runs = await newRuns(database.current, stage, count);
  const queue = doors.queue();
  await Promise.all(runs.map((run) => queue.accept(run)));
  if (change !== '') {
    const ids = runs.map(({ id }) => id);
    await database.current.asAdministrator((client) =>
      client.query(`update runs set ${change} where id = any($1)`, [ids]),
    );
  }
  return runs.map(({ id }) => ({ workspace: stage.workspace.id, run: id, fence: 0 }));
}

const limit = ({ context, workspace }: Stage, runs_in_flight: number) =>
  changing(context, workspace.id, (change) => changeSettings(change, { runs_in_flight }));
const stageOf = () => buildStage(database.current.context);
const row = (job: RunJob) => rowOf(database.current, job);
const sorted = (jobs: readonly RunJob[]) => jobs.map(({ run, fence }) => `${run}.${fence}`).toSorted();

describe('queued runs', () => {
  test('that nobody has handed over are taken once, by however many sweepers', async () => {
    const stages = [await stageOf(), await stageOf()];
    const jobs = (await Promise.all(stages.map((stage) => store(stage, 30)))).flat();
    const sweepers = [sweeping(), sweeping(), sweeping()];
    await Promise.all(sweepers.map(({ sweep }) => sweep()));
    for (const { sweep } of sweepers) await sweep();
    expect(sorted(sweepers.flatMap(({ given }) => given))).toEqual(sorted(jobs));
  });

  test('that were handed over are left alone', async () => {
    await store(await stageOf(), 3, "sent_at = now() - interval '1 hour'");
    expect(await sweeping().sweep()).toBe(0);
  });

  test('are no more of one workspace than it may have under way, the oldest first; others are not kept waiting', async () => {
    const [busy, calm] = [await stageOf(), await stageOf()];
    await limit(busy, 5);
    await store(busy, 2, "status = 'running', sent_at = now()");
    const queued = await store(busy, 20);
    const other = await store(calm, 1);
    const { given, sweep } = sweeping();
    expect(await sweep()).toBe(4);
    const oldest = queued.toSorted((a, b) => (a.run < b.run ? -1 : 1)).slice(0, 3);
    expect(sorted(given)).toEqual(sorted([...oldest, ...other]));
    expect(given.findIndex(({ workspace }) => workspace === calm.workspace.id)).toBeLessThan(2);
    expect(await sweep()).toBe(0);
    await execute(database.current.context, oldest[0] as RunJob);
    expect(await sweep()).toBe(1);
  });

  test('of everybody are handed over in turns: who has most with the engine comes last', async () => {
    const [flooding, calm, quiet] = [await stageOf(), await stageOf(), await stageOf()];
    // However slow this machine is, these have just been sent.
    await store(flooding, 40, "sent_at = now() + interval '1 minute'");
    await store(flooding, 200);
    const jobs = [...(await store(calm, 3)), ...(await store(quiet, 2))];
    const { given, sweep } = sweeping();
    await sweep();
    // The engine has room for 24 more: the 200 of the one do not keep the five of the others out, nor behind them.
    const ids = jobs.map(({ run }) => run);
    const places = given.flatMap(({ run }, place) => (ids.includes(run) ? [place] : []));
    expect(places).toHaveLength(5);
    expect(Math.max(...places)).toBeLessThan(9);
  });

  test('wait while the engine is behind, but for the first one of a workspace that has none there', async () => {
    const [flooding, calm] = [await stageOf(), await stageOf()];
    await store(flooding, 100, "sent_at = now() - interval '2 seconds'");
    await store(flooding, 20);
    const jobs = await store(calm, 3);
    const { given, sweep } = sweeping();
    await sweep();
    const oldest = jobs.toSorted((a, b) => (a.run < b.run ? -1 : 1)).slice(0, 1);
    expect(given).toEqual(oldest);
  });

  test('are no more than that either when several sweepers look at once', async () => {
    for (let round = 0; round < 10; round++) {
      const stage = await stageOf();
      await limit(stage, 5);
      await store(stage, 20);
      const sweepers = [sweeping(), sweeping(), sweeping(), sweeping()];
      await Promise.all(sweepers.map(({ sweep }) => sweep()));
      const given = sweepers.flatMap((sweeper) => sweeper.given);
      expect(given.filter(({ workspace }) => workspace === stage.workspace.id)).toHaveLength(5);
      // Or the next round would find an engine that gets nothing done.
      await forgetRuns();
    }
  });
});

describe('a dispatcher', () => {
  test('hands over as many of a workspace as it has free places, and leaves the rest to the sweeper', async () => {
    const stage = await stageOf();
    await limit(stage, 7);
    await store(stage, 4, 'sent_at = now()');
    const engine = createFakeEngine({ executeRun: async () => undefined });
    const dispatcher = new Dispatcher(engine, doors.dispatch(), silent);
    expect(dispatcher.claim(stage.workspace.id, 7)).toBe(true);
    // The first look comes after a tenth of a second; until then a workspace is trusted. A while later it is out of date.
    await sleep(500);
    const claims = Array.from({ length: 6 }, () => dispatcher.claim(stage.workspace.id, 7));
    dispatcher.stop();
    // Seven places, four taken, and one claimed for a run that is not stored yet.
    expect(claims).toEqual([true, true, false, false, false, false]);
  });

  test('claims nothing for a while after the engine failed', async () => {
    const stage = await stageOf();
    const [job] = (await store(stage, 1)) as [RunJob];
    const engine = createFakeEngine({ executeRun: async () => undefined });
    const dispatcher = new Dispatcher(engine, doors.dispatch(), silent);
    engine.goAway();
    expect(dispatcher.claim(stage.workspace.id, 7)).toBe(true);
    dispatcher.start(job);
    await sleep(50);
    expect(dispatcher.claim(stage.workspace.id, 7)).toBe(false);
    dispatcher.stop();
  });
});

describe('an engine that is away', () => {
  test('uses up nobody: nothing is taken before it answers again', async () => {
    const [job] = (await store(await stageOf(), 1)) as [RunJob];
    const { engine, sweep, given } = sweeping();
    engine.goAway();
    await expect(sweep()).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await row(job)).sent_at).toBeNull();
    engine.comeBack();
    await sweep();
    expect(given).toEqual([job]);
  });
});

describe('waiting runs', () => {
  test('wake when their time has come, once, by however many sweepers, and within the ceiling of their workspace', async () => {
    const stage = await stageOf();
    await limit(stage, 8);
    const asleep = (due: string) =>
      `status = 'waiting', fence = 1, sent_at = now() - interval '1 day', due_at = ${due}`;
    await store(stage, 3, asleep("now() + interval '1 minute'"));
    const due = await store(stage, 12, asleep('now()'));
    const sweepers = [sweeping(), sweeping(), sweeping()];
    await Promise.all(sweepers.map(({ sweep }) => sweep()));
    const given = sweepers.flatMap((one) => one.given);
    expect(given).toHaveLength(8);
    expect(sorted(given)).toEqual(sorted(due.slice(0, 8).map((job) => ({ ...job, fence: 1 }))));
  });

  test('of an owner who is switched off are left alone until he is back', async () => {
    const [stage, other] = [await stageOf(), await stageOf()];
    const change = "status = 'waiting', fence = 1, due_at = null";
    const paused = await store(stage, 2, change);
    await switchOwner(stage, false);
    const free = await store(other, 1, change);
    const { given, sweep, resume } = sweeping();
    await resume();
    await sweep();
    expect(sorted(given)).toEqual(sorted(free.map((job) => ({ ...job, fence: 1 }))));
    await switchOwner(stage, true);
    await resume();
    await sweep();
    expect(sorted(given.slice(1))).toEqual(sorted(paused.map((job) => ({ ...job, fence: 1 }))));
  });
});
