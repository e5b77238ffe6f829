import type { Context } from '../../core/context/index.ts';
import type { RunJob } from '../../core/runs/index.ts';
import type { WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { FailedRun } from '../run-service.ts';
import { batchableContext, executeBatch } from './batch.ts';
import { executeSegment, type SegmentOptions } from './execute-segment.ts';
import { type FoundRun, loadRunContexts, type RunContext } from './run-context.ts';

/** For how long runs of a workflow are executed one by one after some of it could not end together. */
const apartMs = 1_000;
/** How many such workflows are remembered. */
const maxApart = 1_000;

interface Loaded {
  readonly job: RunJob;
  readonly found: FoundRun;
  /** Where it may end together with others. */
  readonly simple: RunContext | undefined;
}

/** Executes runs that were handed over together: one segment of each, and in one transaction what can end together. */
export class RunExecutor {
  readonly #options: Omit<SegmentOptions, 'context'>;
  readonly #apartUntilMs = new Map<WorkflowId, number>();

  constructor(options: Omit<SegmentOptions, 'context'>) {
    this.#options = options;
  }

  /** @returns those that are to be tried again */
  async execute(context: Context, jobs: readonly RunJob[]): Promise<FailedRun[]> {
    const groups = Map.groupBy(jobs, ({ workspace }) => workspace);
    const failed = await Promise.all(
      [...groups].map(([workspace, own]) =>
        this.#executeIn(context, workspace, own).catch((error: unknown) =>
          own.map((job) => ({ job, error })),
        ),
      ),
    );
    return failed.flat();
  }

  async #executeIn(context: Context, workspace: WorkspaceId, jobs: readonly RunJob[]): Promise<FailedRun[]> {
    const worlds = await loadRunContexts(context, workspace, jobs);
    const loaded = worlds.map(({ job, found }) => ({ job, found, simple: this.#batchableContext(found) }));
    const { together = [], apart = [] } = Object.groupBy(loaded, ({ simple }) =>
      simple ? 'together' : 'apart',
    );
    const failed = await Promise.all([
      this.#endTogether(context, workspace, together),
      this.#executeEach(context, apart),
    ]);
    return failed.flat();
  }

  async #endTogether(
    context: Context,
    workspace: WorkspaceId,
    loaded: readonly Loaded[],
  ): Promise<FailedRun[]> {
    if (loaded.length > 1) {
      const worlds = loaded.flatMap(({ simple }) => simple ?? []);
      try {
        await executeBatch(context, workspace, worlds, this.#options.watch);
        return [];
      } catch {
        // Whatever it was: it is told, or turns out well, when each is executed by itself.
        this.#keepApart(worlds);
      }
    }
    return this.#executeEach(context, loaded);
  }

  async #executeEach(context: Context, loaded: readonly Loaded[]): Promise<FailedRun[]> {
    const options = { ...this.#options, context };
    const failed = await Promise.all(
      loaded.map(({ job, found }) =>
        executeSegment(options, job, found).then(
          () => [],
          (error: unknown) => [{ job, error }],
        ),
      ),
    );
    return failed.flat();
  }

  #batchableContext(found: FoundRun): RunContext | undefined {
    const world = batchableContext(found);
    const untilMs = world && this.#apartUntilMs.get(world.run.workflow.id);
    return untilMs !== undefined && performance.now() < untilMs ? undefined : world;
  }

  #keepApart(worlds: readonly RunContext[]): void {
    if (this.#apartUntilMs.size > maxApart) this.#apartUntilMs.clear();
    for (const { run } of worlds) this.#apartUntilMs.set(run.workflow.id, performance.now() + apartMs);
  }
}
