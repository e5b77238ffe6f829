import type { RunId, WorkspaceId } from '../../../lib/ids.ts';

/** A run's id, and the fence that entitles a worker to execute it. The engine stores no personal data. */
export interface RunJob {
  readonly workspace: WorkspaceId;
  readonly run: RunId;
  readonly fence: number;
}

export type JobState = 'unknown' | 'pending' | 'ended';

/**
 * Executes runs. `engine/` implements it, and no other code depends on which engine it is. A job sent twice
 * is executed once, for as long as the engine remembers it; the fence guarantees correctness.
 */
export interface RunEngine {
  /** Makes a round trip through the engine to a worker; throws `unavailable` on timeout. */
  ping(): Promise<void>;
  /** Executes these runs as soon as possible. Several form one job, unknown to `find` and `cancel`. */
  start(...jobs: readonly RunJob[]): Promise<void>;
  /** Cancels a job. An unknown or ended job is not an error. */
  cancel(job: RunJob): Promise<void>;
  find(job: RunJob): Promise<JobState>;
}

/** Sends runs to the engine right after they were accepted. */
export interface RunDispatch {
  /** Whether this process will send a run that is about to be accepted; uses one of `most` slots. */
  claim(workspace: WorkspaceId, most: number): boolean;
  /** Sends a claimed run, without waiting for the result. */
  start(job: RunJob): void;
}
