import type { RunId, WorkspaceId } from '../../../lib/ids.ts';

/**
 * A run's ID, and the fence that entitles a worker to execute the run. The engine stores no personal data.
 */
export interface RunJob {
  readonly workspace: WorkspaceId;
  readonly run: RunId;
  readonly fence: number;
}

export type JobState = 'unknown' | 'pending' | 'ended';

/**
 * Executes runs. `engine/` implements this interface, and no other code depends on which engine is used. A
 * job sent twice is executed once for as long as the engine remembers it; after that, the fence guarantees
 * correctness.
 */
export interface RunEngine {
  /** Makes a round trip through the engine to a worker; throws `unavailable` on timeout. */
  ping(): Promise<void>;
  /**
   * Executes these runs as soon as possible. Several runs form one job, which `find` and `cancel` can't find.
   */
  start(...jobs: readonly RunJob[]): Promise<void>;
  /** Cancels a job. An unknown or finished job isn't an error. */
  cancel(job: RunJob): Promise<void>;
  find(job: RunJob): Promise<JobState>;
}

/** Sends runs to the engine right after they are accepted. */
export interface RunDispatch {
  /**
   * Returns whether this process will send a run that is about to be accepted. If so, the run takes one of
   * `most` slots.
   */
  claim(workspace: WorkspaceId, most: number): boolean;
  /** Sends a claimed run, without waiting for the result. */
  start(job: RunJob): void;
}
