import type { RunId, WorkspaceId } from '../../../lib/ids.ts';

/** What the engine is told of a run: which one, and the fence that entitles to go on with it. No personal data lives there. */
export interface RunJob {
  readonly workspace: WorkspaceId;
  readonly run: RunId;
  readonly fence: number;
}

/** Whether the engine still has something to do for a job. */
export type JobState = 'unknown' | 'pending' | 'ended';

/**
 * What executes runs, as the product needs it. `engine/` implements it; nobody else knows which engine it is. A job that is
 * given twice is done once, for as long as the engine remembers it; what is true is decided by the fence.
 */
export interface RunEngine {
  /** Goes through the engine to a worker and back; throws `unavailable` when that is not possible in time. */
  ping(): Promise<void>;
  /**
   * Has a worker go on with these runs as soon as possible. Several are one piece of work to the engine, which it knows by none of
   * them: `find` and `cancel` do not know them.
   */
  start(...jobs: readonly RunJob[]): Promise<void>;
  /** Takes a job back. One that nobody knows, or that has ended, is no error. */
  cancel(job: RunJob): Promise<void>;
  find(job: RunJob): Promise<JobState>;
}

/** Who hands runs over right after they were accepted. */
export interface RunDispatch {
  /**
   * Whether a run that is about to be accepted will be handed over from here; takes one of the `most` places that its workspace has.
   */
  claim(workspace: WorkspaceId, most: number): boolean;
  /** Hands over a run that was claimed, and does not wait for it. */
  start(job: RunJob): void;
}
