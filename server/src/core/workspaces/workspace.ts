import type { WorkspaceId } from '../../lib/ids.ts';

/** The tenant. Everything belongs to exactly one. */
export interface Workspace {
  readonly id: WorkspaceId;
  readonly name: string;
  /** Scheme, host and port; every absolute URL that Hark writes starts with it (spec/provisioning §1.3). */
  readonly baseUrl: string;
  /** Host and port of `baseUrl`, as a `Host` header carries them. */
  readonly host: string;
  /** The host that serves the listeners and nothing else; null: they are served at `host`. */
  readonly listenerHost: string | null;
  /** Every surface refuses, and no run goes on, until the operator resumes it. */
  readonly isSuspended: boolean;
}
