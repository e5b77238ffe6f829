import type { RunEngine, RunJob } from '../core/runs/index.ts';

const maxUnderWay = 32;

/**
 * Runs that are one piece of work to the engine: it costs as much for many as for one. They are executed by the same worker, and what
 * holds up one of them keeps the engine's place of all.
 */
export const maxTogether = 32;

/** Does something for each of many, a bounded number at once, and tells the first failure when all were tried. */
export async function forAll<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of left) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(maxUnderWay, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Hands runs over in turns over their workspaces. One that fails is overdue some time later, and asked after then. */
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
