import type { ListenerId } from '../../../lib/ids.ts';
import { listenerBaseUrl, type Workspace } from '../../workspaces/index.ts';

/** What the caller gets: a receipt, or the response of the workflow's respond step (spec/listeners §7). */
export const responses = ['receipt', 'workflow'] as const;

/**
 * The settings of a listener (spec/listeners §2.1). Key and secret are null until authentication is turned
 * on.
 */
export interface ListenerSettings {
  readonly add_authentication: boolean;
  readonly endpoint_key: string | null;
  readonly endpoint_secret: string | null;
  readonly allow_cors: boolean;
  readonly cors_domains: string;
  readonly respond_with: (typeof responses)[number];
  readonly idempotency_header: string;
}

/** The settings that are templates (spec/listeners §2.1). */
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
  /** The rate limit of all listeners of the workspace together (spec/listeners §9). */
  readonly listener_limit_per_second: number;
  readonly listener_limit_per_day: number;
  readonly runs_in_flight: number;
  /** Whether the workflow and its owner are enabled (spec/listeners §1.4). */
  readonly isSwitchedOn: boolean;
  readonly isSuspended: boolean;
  /** Whether the workflow's templates read the body as it was received. */
  readonly wantsRaw: boolean;
  /** Decrypts what is stored encrypted, which not every reader needs. */
  openSettings(): ListenerSettings;
}

/** The URL of a listener (spec/listeners §1.1). */
export const listenerUrl = (
  workspace: Pick<Workspace, 'baseUrl' | 'listenerHost'>,
  { firstHash, secondHash }: Pick<Listener, 'firstHash' | 'secondHash'>,
): string => `${listenerBaseUrl(workspace)}/listener/${firstHash}/${secondHash}`;

/** The two path segments of a listener's address. */
export interface Hashes {
  readonly first: string;
  readonly second: string;
}
