import type { RunEngine, RunJob } from '../core/runs/index.ts';

const maxUnderWay = 32;

/**
 * A job with many runs costs the engine as much as a job with one, but one slow run occupies the slot for all
 * of them.
 */
export const maxTogether = 32;

/** Runs `work` for each item with bounded concurrency. Throws the first failure after all items were tried. */
export async function forAll<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of left) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(maxUnderWay, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/**
 * Starts jobs, alternating between workspaces. If a job can't be started, the reconciler finds its run when it
 * is overdue.
 */
export function startAll(engine: Pick<RunEngine, 'start'>, jobs: readonly RunJob[]): Promise<void> {
  const ordered = inTurns(jobs);
  const groups = Array.from({ length: Math.ceil(ordered.length / maxTogether) }, (_, index) =>
    ordered.slice(index * maxTogether, (index + 1) * maxTogether),
  );
  return forAll(groups, (group) => engine.start(...group));
}

function inTurns(jobs: readonly RunJob[]): RunJob[] {
  const groups = [...Map.groupBy(jobs, ({ workspace }) => workspace).values()];
  const longest = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: longest }, (_, turn) => groups.flatMap((group) => group[turn] ?? [])).flat();
}
