import type { ListenerId, RunId, WorkspaceId } from '../../../lib/ids.ts';

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
