import type { Context } from '../../core/context/index.ts';
import type { RunJob } from '../../core/runs/index.ts';
import type { WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { FailedRun } from '../run-service.ts';
import { batchableContext, executeBatch } from './batch.ts';
import { executeSegment, type SegmentOptions } from './execute-segment.ts';
import { type FoundRun, loadRunContexts, type RunContext } from './run-context.ts';

/** After a batch fails, the runs of its workflows are executed one by one for this long. */
const apartMs = 1_000;
const maxApart = 1_000;

interface Loaded {
  readonly job: RunJob;
  readonly found: FoundRun;
  /** Set if the run can be executed in a batch. */
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
    const runContexts = await loadRunContexts(context, workspace, jobs);
    const loaded = runContexts.map(({ job, found }) => ({
      job,
      found,
      simple: this.#batchableContext(found),
    }));
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
      const runContexts = loaded.flatMap(({ simple }) => simple ?? []);
      try {
        await executeBatch(context, workspace, runContexts, this.#options.watch);
        return [];
      } catch {
        // Ignore the error: each run is executed separately next, which either succeeds or reports the error.
        this.#keepApart(runContexts);
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
    const runContext = batchableContext(found);
    const untilMs = runContext && this.#apartUntilMs.get(runContext.run.workflow.id);
    return untilMs !== undefined && performance.now() < untilMs ? undefined : runContext;
  }

  #keepApart(runContexts: readonly RunContext[]): void {
    if (this.#apartUntilMs.size > maxApart) this.#apartUntilMs.clear();
    for (const { run } of runContexts) this.#apartUntilMs.set(run.workflow.id, performance.now() + apartMs);
  }
}
