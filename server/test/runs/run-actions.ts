import { expect } from 'vitest';
import { type RunController, type RunJob, takeQueued } from '../../src/core/runs/index.ts';
import type { Outside } from '../../src/engine/interpreter/calls/outside-call.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { buildStage, execute, newRun, rowOf, type Stage, stepsOf, useRunDoors } from './run-stage.ts';

export const operator: RunController = {
  actor: { user: null, means: { type: 'command', name: 'test' }, origin: 'test' },
  may: () => true,
};

export const set = (name: string, values: Record<string, unknown>) => ({ name, type: 'set', values });

/** Accepts runs and executes them directly, using a test file's database. */
export function useRuns() {
  const database = useTestDatabase();
  const doors = useRunDoors(database);

  /** Creates a run of these steps that is accepted but not started. */
  async function accepted(steps: readonly unknown[], data: unknown = {}) {
    const stage = await buildStage(database.current.context, steps);
    return { stage, job: await again(stage, data) };
  }

  async function again(stage: Stage, data: unknown = {}): Promise<RunJob> {
    const run = await newRun(database.current, stage, { data });
    const acceptance = await doors.queue().accept(run);
    expect(acceptance.kind).toBe('accepted');
    return { workspace: stage.workspace.id, run: run.id, fence: 0 };
  }

  /** `later` is how far ahead the clock is, in milliseconds. */
  const go = (
    job: RunJob,
    { outside, later = () => 0 }: { outside?: Outside; later?: () => number } = {},
  ) => {
    const { context } = database.current;
    const clock = { now: () => new Date(context.clock.now().getTime() + later()) };
    return execute({ ...context, clock }, job, outside);
  };
  /** Executes queued runs until none is left. */
  async function settle(context = database.current.context): Promise<void> {
    for (let round = 0; round < 100; round++) {
      const jobs = await takeQueued(doors.dispatch(), { now: new Date(), most: 100 });
      if (jobs.length === 0) return;
      for (const job of jobs) await execute(context, job);
    }
    throw new Error('runs keep being queued');
  }
  const row = (job: RunJob) => rowOf(database.current, job);
  const steps = (job: RunJob) => stepsOf(database.current, job);
  const outputs = async (job: RunJob) =>
    Object.fromEntries((await steps(job)).map(({ path, output }) => [path, JSON.parse(output ?? 'null')]));
  const paths = async (job: RunJob) => (await steps(job)).map(({ path, status }) => `${path} ${status}`);

  /** Makes a run's wait due immediately. */
  const endWait = (job: RunJob, path: string) =>
    database.current.query(
      `update run_steps set output = '{"until":"2020-01-01T00:00:00.000Z"}' where run_id = $1 and path = $2`,
      [job.run, path],
    );

  async function leadsOf({ workspace }: Stage) {
    const rows = await database.current.query(
      'select count(*)::int as count from leads where workspace_id = $1',
      [workspace.id],
    );
    return rows[0].count as number;
  }

  return { database, doors, accepted, again, go, settle, row, steps, outputs, paths, endWait, leadsOf };
}

/** A step that creates or updates the lead with the email address and the first name in `__data`. */
export const upsert = {
  name: 'save',
  type: 'lead.upsert',
  match: { email: '{{ __data.email }}' },
  fields: { first_name: '{{ __data.first }}' },
};
/** The same step, only for requests with an email address. */
export const branch = {
  name: 'known',
  type: 'branch',
  if: '{{ __data.email is not empty }}',
  // biome-ignore lint/suspicious/noThenProperty: a key of the workflow format.
  then: [upsert],
};
