import type { ListenerId } from '../../lib/ids.ts';
import { listenerBaseUrl, type Workspace } from '../workspaces/index.ts';

/** How a listener answers: at once, or with what its workflow's respond step says (decisions 3). */
export const responses = ['receipt', 'workflow'] as const;

/** The settings of a listener (seed 2.1); the first three are templates. Key and secret are null until they are needed. */
export interface ListenerSettings {
  readonly add_authentication: boolean;
  readonly endpoint_key: string | null;
  readonly endpoint_secret: string | null;
  readonly allow_cors: boolean;
  readonly cors_domains: string;
  readonly respond_with: (typeof responses)[number];
  readonly idempotency_header: string;
}

/** Those that support template scripting (seed 2.1). */
export const templatedSettings = ['endpoint_key', 'endpoint_secret', 'cors_domains'] as const;
export type TemplatedSettings = Pick<ListenerSettings, (typeof templatedSettings)[number]>;

export const defaultSettings: ListenerSettings = {
  add_authentication: false,
  endpoint_key: null,
  endpoint_secret: null,
  allow_cors: false,
  cors_domains: '',
  respond_with: 'receipt',
  idempotency_header: 'Idempotency-Key',
};

/** A listener as it is stored, with what decides whether it is switched on, and what it reads from outside of it. */
export interface Listener {
  readonly id: ListenerId;
  readonly firstHash: string;
  readonly secondHash: string;
  /** Both tell together whether what a process remembers of it still holds. */
  readonly version: number;
  readonly valuesVersion: number;
  /** What templates see of its workspace, read together with the number that tells whether it still holds. */
  readonly workspace: Pick<Workspace, 'name' | 'baseUrl' | 'listenerHost'> & { readonly zone: string };
  /** The ceiling of all the workspace's listeners together (decisions 3). */
  readonly listener_limit_per_second: number;
  readonly listener_limit_per_day: number;
  readonly runs_in_flight: number;
  /** Decisions 3 and 6.5: its workflow is, and so is the owner. */
  readonly isSwitchedOn: boolean;
  readonly isSuspended: boolean;
  /** Whether the workflow's templates read the body as it was received. */
  readonly wantsRaw: boolean;
  /** Decrypts what is stored encrypted, which not every reader needs. */
  openSettings(): ListenerSettings;
}

/** The address of a listener (seed 4.1). */
export const listenerUrl = (
  workspace: Pick<Workspace, 'baseUrl' | 'listenerHost'>,
  { firstHash, secondHash }: Pick<Listener, 'firstHash' | 'secondHash'>,
): string => `${listenerBaseUrl(workspace)}/listener/${firstHash}/${secondHash}`;

/** The two path segments of a listener's address. */
export interface Hashes {
  readonly first: string;
  readonly second: string;
}
