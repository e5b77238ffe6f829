import type { JobId, UserId, WorkspaceId } from '../../lib/ids.ts';

/** Files that come in or go out; all leads that match changed or deleted; and such a change taken back. */
export type JobKind = 'import' | 'export' | 'edit' | 'delete' | 'undo';
export type JobStatus = 'draft' | 'queued' | 'running' | 'checked' | 'succeeded' | 'failed' | 'cancelled';

/** Work that a user requested and that takes longer than a request (docs/design/jobs-and-files.md). */
export interface Job {
  readonly workspace: WorkspaceId;
  readonly id: JobId;
  readonly kind: JobKind;
  readonly status: JobStatus;
  readonly user: { readonly id: UserId; readonly name: string };
  readonly name: string;
  /** What its kind needs to know; checked when it was written. */
  readonly options: unknown;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** How far it is, out of `size`: bytes of the file that is read, or leads that are written. */
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
}

export const noCounts: JobCounts = { created: 0, changed: 0, unchanged: 0, refused: 0 };

/** What entitles to write to a job: its newest fence. */
export interface HeldJob {
  readonly workspace: WorkspaceId;
  readonly id: JobId;
  readonly fence: number;
}

/** How long nobody else takes a job after its holder was last heard of. */
export const leaseMs = 30_000;
/** How often in a row a job may fail through no fault of its own. */
export const maxAttempts = 5;
/** The same for what ended the process itself each time, and could not be told from an outage. */
export const maxClaims = 20;
