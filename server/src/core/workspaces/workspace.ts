import type { WorkspaceId } from '../../lib/ids.ts';

/** A workspace, the tenant. Every record belongs to exactly one. */
export interface Workspace {
  readonly id: WorkspaceId;
  readonly name: string;
  /**
   * Scheme, host and port. Every absolute URL that Hark writes starts with the base URL (spec/provisioning
   * §1.3).
   */
  readonly baseUrl: string;
  /** The host and port of `baseUrl`, as sent in a `Host` header. */
  readonly host: string;
  /** The host that serves only listeners; null if `host` serves them. */
  readonly listenerHost: string | null;
  /** If true, all requests are rejected and no run resumes until the operator resumes the workspace. */
  readonly isSuspended: boolean;
}
