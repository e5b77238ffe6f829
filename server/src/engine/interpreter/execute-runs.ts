import type { Context } from '../../core/context/index.ts';
import type { RunJob } from '../../core/runs/index.ts';
import type { WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { FailedRun } from '../run-service.ts';
import { batchableContext, executeBatch } from './batch.ts';
import { executeSegment, type SegmentOptions } from './execute-segment.ts';
import { type FoundRun, loadRunContexts, type RunContext } from './run-context.ts';

/** How long a workflow's runs are executed one by one after a batch with one of them failed. */
const apartMs = 1_000;
const maxApart = 1_000;

interface Loaded {
  readonly job: RunJob;
  readonly found: FoundRun;
  /** Set if it can be executed in a batch. */
  readonly simple: RunContext | undefined;
}

export class RunExecutor {
  readonly #options: Omit<SegmentOptions, 'context'>;
  readonly #apartUntilMs = new Map<WorkflowId, number>();

  constructor(options: Omit<SegmentOptions, 'context'>) {
    this.#options = options;
  }

  /** @returns the runs to retry */
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
        // Ignore the error: executing each run by itself reports it, or succeeds.
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
