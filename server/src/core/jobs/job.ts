import type { JobId, UserId, WorkspaceId } from '../../lib/ids.ts';

/** File imports and exports, bulk edits and deletions, and undoing changes by their cause. */
export type JobKind = 'import' | 'export' | 'edit' | 'delete' | 'undo';
export type JobStatus = 'draft' | 'queued' | 'running' | 'checked' | 'succeeded' | 'failed' | 'cancelled';

/** Work that a user requested and that takes longer than one request (docs/design/jobs-and-files.md). */
export interface Job {
  readonly workspace: WorkspaceId;
  readonly id: JobId;
  readonly kind: JobKind;
  readonly status: JobStatus;
  readonly user: { readonly id: UserId; readonly name: string };
  readonly name: string;
  /** The options, whose type depends on the kind. They were checked when the job was created. */
  readonly options: unknown;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** The progress toward `size`, in bytes read or leads written. */
  readonly position: number;
  readonly size: number;
  readonly rowNumber: number;
  readonly counts: JobCounts;
  readonly error: string | null;
  readonly fence: number;
}

export interface JobCounts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  /** What an undo did, in addition to the leads that it changed (spec/undo §3.1). */
  readonly fields: number;
  readonly deleted: number;
  readonly restored: number;
}

export const noCounts: JobCounts = {
  created: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  fields: 0,
  deleted: 0,
  restored: 0,
};

/** A claimed job. Only the holder of the newest fence can write to the job. */
export interface HeldJob {
  readonly workspace: WorkspaceId;
  readonly id: JobId;
  readonly fence: number;
}

/** How long a job stays with its holder after the last renewal. */
export const leaseMs = 30_000;
/** How many times in a row a job may fail for reasons outside the job itself. */
export const maxAttempts = 5;
/**
 * How many times in a row a job may be claimed without progress. Includes failures that killed the process,
 * which look like an outage.
 */
export const maxClaims = 20;
