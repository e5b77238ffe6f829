import type { RunJob } from '../../../src/core/runs/index.ts';
import type { TestDatabase } from '../../harness/test-database.ts';
import { newRuns, type Stage, type useRunDoors } from '../run-stage.ts';

/** Stores runs without dispatching them, and changes their rows with SQL. */
export function useStoredRuns(
  database: { readonly current: TestDatabase },
  doors: ReturnType<typeof useRunDoors>,
) {
  const alter = (jobs: readonly RunJob[], change: string) =>
    database.current.query(`update runs set ${change} where id = any($1)`, [jobs.map(({ run }) => run)]);

  async function store(stage: Stage, count: number, change?: string): Promise<RunJob[]> {
    const runs = await newRuns(database.current, stage, count);
    const queue = doors.queue();
    await Promise.all(runs.map((run) => queue.accept(run)));
    const jobs = runs.map(({ id }) => ({ workspace: stage.workspace.id, run: id, fence: 0 }));
    if (change !== undefined) await alter(jobs, change);
    return jobs;
  }
  return { alter, store };
}

export const sorted = (jobs: readonly RunJob[]) => jobs.map(({ run, fence }) => `${run}.${fence}`).toSorted();
