// Runs that are dispatched as a batch have the same results as runs dispatched alone
// (docs/design/run-execution.md).
import { describe, expect, test } from 'vitest';
import { type RunJob, wakeRuns } from '../../../src/core/runs/index.ts';
import { useCountedDatabase } from '../../harness/counted-database.ts';
import { testContext } from '../../harness/test-database.ts';
import { branch, set, upsert, useRuns } from '../run-actions.ts';
import { asleep, executeAll, type Stage } from '../run-stage.ts';

const { database, doors, accepted, again, row, paths, leadsOf } = useRuns();
const counted = useCountedDatabase(database);

const together = (jobs: readonly RunJob[]) => executeAll(database.current.context, jobs);

const steps = [set('name', { first: '{{ __data.name }}' }), branch];
const data = (index: number) => ({ email: `lead.${index}@example.test`, name: `Lead ${index}` });

async function many(
  steps: readonly unknown[],
  of: readonly unknown[],
): Promise<{ stage: Stage; jobs: RunJob[] }> {
  const { stage, job } = await accepted(steps, of[0]);
  const jobs = [job];
  for (const one of of.slice(1)) jobs.push(await again(stage, one));
  return { stage, jobs };
}

const statuses = async (jobs: readonly RunJob[]) =>
  Promise.all(jobs.map(async (job) => (await row(job)).status));

async function historyOf({ workspace }: Stage): Promise<string[]> {
  const rows = await database.current.query(
    'select action, changes from lead_history where workspace_id = $1 order by id',
    [workspace.id],
  );
  return rows.map(({ action, changes }) => `${action} ${changes.map((one: { new: unknown }) => one.new)}`);
}

describe('runs in a batch', () => {
  test('finish with all their effects, in as many round trips as a single run', async () => {
    const { stage, jobs } = await many(
      steps,
      Array.from({ length: 21 }, (_, index) => data(index)),
    );
    const context = testContext(counted.db());
    // Data that is cached per workspace and version is read with the first run.
    await executeAll(context, jobs.splice(0, 1));
    const before = counted.count();
    await executeAll(context, jobs);
    expect(counted.count() - before).toBe(4);
    expect(await statuses(jobs)).toEqual(jobs.map(() => 'succeeded'));
    expect(await leadsOf(stage)).toBe(21);
    expect(await historyOf(stage)).toHaveLength(21);
    for (const job of jobs)
      expect(await paths(job)).toEqual(['name succeeded', 'known succeeded', 'save succeeded']);
    const rows = await database.current.query(
      'select input, output from run_steps where run_id = $1 order by position',
      [jobs[4]?.run],
    );
    expect(JSON.parse(rows[2].input)).toMatchObject({ match: { email: 'lead.5@example.test' } });
    expect(JSON.parse(rows[2].output)).toMatchObject({ email: 'lead.5@example.test', first_name: 'Lead 5' });
  });

  test("read their workspace's cached data once, not once per run", async () => {
    const { jobs } = await many(
      steps,
      Array.from({ length: 12 }, (_, index) => data(index)),
    );
    const before = counted.count();
    await executeAll(testContext(counted.db()), jobs);
    // The usual four round trips, plus one each for the version, the secrets, the fields and the user names.
    expect(counted.count() - before).toBe(4 + 4);
  });

  test('fail alone: the others succeed, and every effect happens once', async () => {
    const { stage, jobs } = await many(steps, [data(0), { ...data(1), email: 'no address' }, data(2)]);
    await together(jobs);
    expect(await statuses(jobs)).toEqual(['succeeded', 'failed', 'succeeded']);
    expect((await row(jobs[1] as RunJob)).error).toContain('email');
    expect(await leadsOf(stage)).toBe(2);
    expect(await historyOf(stage)).toHaveLength(2);
  });

  test('that upsert the same new lead create it once, with correct history', async () => {
    const same = ['Ann', 'Bea', 'Cid'].map((name) => ({ email: 'same@example.test', name }));
    const { stage, jobs } = await many(steps, [...same, data(7)]);
    await together(jobs);
    expect(await statuses(jobs)).toEqual(jobs.map(() => 'succeeded'));
    expect(await leadsOf(stage)).toBe(2);
    const history = (await historyOf(stage)).map((line) => line.split(' ')[0]);
    expect(history.toSorted()).toEqual(['created', 'created', 'edited', 'edited']);
  });

  test('that edit the same lead lose no edits', async () => {
    const first = { email: 'same@example.test', first: 'One' };
    const { stage, jobs } = await many([upsert], [first]);
    await together(jobs);
    const edits: RunJob[] = [];
    for (const name of ['Two', 'Three', 'Four']) edits.push(await again(stage, { ...first, first: name }));
    await together(edits);
    expect(await statuses(edits)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    const history = await historyOf(stage);
    expect(history).toHaveLength(4);
    expect(history.slice(1).toSorted()).toEqual(['edited Four', 'edited Three', 'edited Two']);
    // Each edit starts from the value that the previous edit wrote.
    const rows = await database.current.query(
      `select changes -> 0 ->> 'old' as old, changes -> 0 ->> 'new' as new from lead_history
         where workspace_id = $1 and action = 'edited' order by id`,
      [stage.workspace.id],
    );
    expect(rows.slice(1).map(({ old }) => old)).toEqual(rows.slice(0, -1).map((one) => one.new));
  });

  test('are executed, except for a run whose fence has changed since', async () => {
    const { stage, jobs } = await many(steps, [data(0), data(1), data(2)]);
    await database.current.query('update runs set fence = 1 where id = $1', [jobs[1]?.run]);
    await together(jobs);
    expect(await statuses(jobs)).toEqual(['succeeded', 'queued', 'succeeded']);
    expect(await leadsOf(stage)).toBe(2);
  });

  test('that two workers execute concurrently take effect once', async () => {
    const { stage, jobs } = await many(
      steps,
      Array.from({ length: 8 }, (_, index) => data(index)),
    );
    await Promise.allSettled([together(jobs), together(jobs.toReversed()), together(jobs.slice(3))]);
    await together(jobs);
    expect(await statuses(jobs)).toEqual(jobs.map(() => 'succeeded'));
    expect(await leadsOf(stage)).toBe(8);
    expect(await historyOf(stage)).toHaveLength(8);
  });

  test('from several workspaces write only to their own workspace', async () => {
    const [one, other] = [
      await many(steps, [data(0), data(1)]),
      await many(steps, [data(0), data(1), data(2)]),
    ];
    await together([...one.jobs, ...other.jobs]);
    expect(await statuses([...one.jobs, ...other.jobs])).toEqual(Array(5).fill('succeeded'));
    expect([await leadsOf(one.stage), await leadsOf(other.stage)]).toEqual([2, 3]);
  });

  test('start waiting together and wake up together, each at its own time', async () => {
    const waiting = [{ name: 'pause', type: 'wait', until: '{{ __data.until }}' }, ...steps];
    const untils = ['2098-01-01T00:00:00.000Z', '2098-02-01T00:00:00.000Z', '2098-03-01T00:00:00.000Z'];
    const { stage, jobs } = await many(
      waiting,
      untils.map((until, index) => ({ ...data(index), until })),
    );
    // A run can wait for at most a year.
    const clock = (at: string) => ({ ...database.current.context, clock: { now: () => new Date(at) } });
    await executeAll(clock('2097-12-01T00:00:00.000Z'), jobs);
    const sleeping = (await Promise.all(jobs.map((job) => asleep(database.current.context, job)))).flat();
    expect(sleeping.map(([{ fence }, at]) => [fence, at.toISOString()])).toEqual(
      untils.map((until) => [1, until]),
    );
    expect(await leadsOf(stage)).toBe(0);
    // Two of the runs are due.
    const now = new Date('2098-02-01T00:00:00.000Z');
    expect(await wakeRuns(doors.dispatch(), { now, most: 100 })).toBe(2);
    expect(await statuses(jobs)).toEqual(['queued', 'queued', 'waiting']);
    await executeAll(clock(now.toISOString()), sleeping.map(([job]) => job).slice(0, 2));
    expect(await statuses(jobs)).toEqual(['succeeded', 'succeeded', 'waiting']);
    for (const job of jobs.slice(0, 2))
      expect(await paths(job)).toEqual(['pause', 'name', 'known', 'save'].map((path) => `${path} succeeded`));
    expect(await leadsOf(stage)).toBe(2);
  });
});
