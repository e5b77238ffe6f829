import type { WorkspaceId } from '../../lib/ids.ts';

/** The tenant. Every record belongs to exactly one. */
export interface Workspace {
  readonly id: WorkspaceId;
  readonly name: string;
  /** Scheme, host and port; every absolute URL that Hark writes starts with it (spec/provisioning §1.3). */
  readonly baseUrl: string;
  /** Host and port of `baseUrl`, as a `Host` header carries them. */
  readonly host: string;
  /** The host that serves only listeners; null if `host` serves them. */
  readonly listenerHost: string | null;
  /** All requests are rejected, and no run resumes, until the operator resumes it. */
  readonly isSuspended: boolean;
}
