import { type InstallationKey, open, seal } from '../../../lib/crypto/installation-key.ts';
import { invalidField } from '../../../lib/errors.ts';
import type { ListenerId, RunId, WorkspaceId } from '../../../lib/ids.ts';
import { isRecord } from '../../../lib/json.ts';

/** The statuses of a run (spec/runs §3.1). The last three are final. */
export const runStatuses = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/**
 * The limits of a run (spec/runs §3.2, spec/limits §4). A run that exceeds one fails, and the error names the
 * limit.
 */
export const runLimits = {
  steps: 10_000,
  storedBytes: 16 * 1024 * 1024,
  valueBytes: 1024 * 1024,
  loopItems: 1_000,
  waitMs: 366 * 24 * 3_600_000,
  depth: 10,
  /** Runs that steps start, in all chains that begin with the same run. */
  descendants: 1_000,
  /** Runs of a workspace that steps started and that are waiting. */
  startedWaiting: 10_000,
} as const;

/** A worker must write to its run at least this often; otherwise the run becomes overdue. */
export const runLeaseMs = 60_000;

/** How long a caller waits for the workflow's response (spec/listeners §7.2). */
export const answerWaitMs = 20_000;

/** What the request inspector shows about a request besides its input. */
export interface RequestFacts {
  readonly method: string;
  readonly address: string;
  /** The media type without parameters; empty if there is none. */
  readonly contentType: string;
  readonly bodyBytes: number;
}

/** A request that passed its listener's checks and will become a run. */
export interface NewRun {
  readonly workspace: WorkspaceId;
  /** The request's host. It must still belong to the workspace. */
  readonly host: string;
  readonly id: RunId;
  readonly listener: ListenerId;
  /** The versions that the request was checked against. If one of them has changed, the request is stale. */
  readonly version: number;
  readonly valuesVersion: number;
  /** `__data` as JSON, in UTF-8. */
  readonly input: Buffer;
  readonly facts: RequestFacts;
  readonly depth: number;
  /** The request's `traceparent`, if the request is traced. */
  readonly trace?: string | undefined;
  /** Whether a caller waits for the workflow's response. */
  readonly isAwaited: boolean;
  /** Whether this process sends the run to the engine once it is stored. */
  readonly isSent: boolean;
  /**
   * The hash of the delivery's key. A second delivery with the same key returns the same run (spec/listeners
   * §8).
   */
  readonly deliveryKey: Buffer | undefined;
  /** The SHA-256 of the body. Stored if the listener sends receipts and the delivery has a key. */
  readonly bodyHash?: Buffer | undefined;
}

/** The run of a request. If it repeats an earlier delivery, these are the run and the body of that delivery. */
export interface StoredRun {
  readonly run: RunId;
  readonly isRepeat: boolean;
  readonly bodyHash: Buffer | undefined;
}

/**
 * The result of accepting a request. `stale` means that the listener has changed since the check and nothing
 * was stored.
 */
export type Acceptance = ({ readonly kind: 'accepted' } & StoredRun) | { readonly kind: 'stale' };

/**
 * Builds the input of a run that wasn't started by a request, so it has no headers. Names that start with
 * `__` are reserved for Hark, regardless of the sender (spec/listeners §6.7). If a trigger starts the run, it
 * reads the trigger's type (spec/triggers §1.3).
 */
export function startedInput(data: unknown, trigger?: string): string {
  if (!isRecord(data)) throw invalidField('start_data', 'data', 'must be an object.');
  const own = Object.entries(data).filter(([name]) => !name.startsWith('__'));
  const input = JSON.stringify({
    ...Object.fromEntries(own),
    __headers: {},
    ...(trigger !== undefined && { __trigger: trigger }),
  });
  if (Buffer.byteLength(input) <= runLimits.valueBytes) return input;
  throw invalidField('start_data', 'data', 'must be at most 1 MiB.');
}

const purpose = 'run-step';

export const sealedOutput = { table: 'run_steps', column: 'sealed_output', purpose } as const;

/** Encrypts an output that contains secrets, so the run itself can use it later. */
export const sealOutput = (key: InstallationKey, text: string): string => seal(key, purpose, text);
export const openOutput = (key: InstallationKey, sealed: string): string => open(key, purpose, sealed);
