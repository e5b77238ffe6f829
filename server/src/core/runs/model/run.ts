import { type InstallationKey, open, seal } from '../../../lib/crypto/installation-key.ts';
import { invalid } from '../../../lib/errors.ts';
import type { ListenerId, RunId, WorkspaceId } from '../../../lib/ids.ts';

/** The states of a run (spec/runs §3.1); the last three are final. */
export const runStatuses = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** The limits of a run (spec/limits §4). A run that exceeds one fails and names it. */
export const runLimits = {
  steps: 10_000,
  storedBytes: 16 * 1024 * 1024,
  valueBytes: 1024 * 1024,
  loopItems: 1_000,
  waitMs: 366 * 24 * 3_600_000,
  depth: 10,
} as const;

/** A worker that goes on with a run writes something of it at least this often, or the run counts as overdue. */
export const runLeaseMs = 60_000;

/** A request that passed the checks of its listener, and is to become a run. */
export interface NewRun {
  readonly workspace: WorkspaceId;
  /** The host that it came for, which the workspace must still answer at. */
  readonly host: string;
  readonly id: RunId;
  readonly listener: ListenerId;
  /** The numbers under which it was judged; one that no longer holds makes it stale. */
  readonly version: number;
  readonly valuesVersion: number;
  /** `__data` as JSON, in UTF-8. */
  readonly input: Buffer;
  readonly depth: number;
  /** The `traceparent` of the request, where it is traced. */
  readonly trace?: string | undefined;
  /** Somebody waits for what the workflow answers. */
  readonly isAwaited: boolean;
  /** This process hands it to the engine as soon as it is stored. */
  readonly isSent: boolean;
  /** The hash of the delivery's key; a second delivery with it returns the same run (spec/listeners §8). */
  readonly deliveryKey: Buffer | undefined;
}

/** What became of it. Stale: the listener is not what it was judged by, and nothing was stored. */
export type Acceptance =
  | { readonly kind: 'accepted'; readonly run: RunId; readonly isRepeat: boolean }
  | { readonly kind: 'stale' };

/**
 * The input of a run that no request started. Names that start with `__` belong to Hark, whoever sends them
 * (spec/listeners §6.7). There was no request, so there are no headers.
 */
export function startedInput(data: unknown): string {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw invalid('start_data', 'data: must be an object.');
  }
  const own = Object.entries(data).filter(([name]) => !name.startsWith('__'));
  const input = JSON.stringify({ ...Object.fromEntries(own), __headers: {} });
  if (Buffer.byteLength(input) <= runLimits.valueBytes) return input;
  throw invalid('start_data', 'data: at most 1 MiB can be given to a run.');
}

const purpose = 'run-step';

/** Where it is stored. */
export const sealedOutput = { table: 'run_steps', column: 'sealed_output', purpose } as const;

/** An output with its secrets, as the row of its step keeps it for the run's own use. */
export const sealOutput = (key: InstallationKey, text: string): string => seal(key, purpose, text);
export const openOutput = (key: InstallationKey, sealed: string): string => open(key, purpose, sealed);
