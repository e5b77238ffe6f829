import type { ListenerId, WorkspaceId } from '../../lib/ids.ts';

/** What is kept of a request that a listener refused (decisions 3): no token, cookie, credential or body. */
export interface RefusedRequest {
  readonly workspace: WorkspaceId;
  readonly listener: ListenerId;
  readonly at: Date;
  readonly method: string;
  readonly reason: string;
  readonly address: string;
  readonly headerNames: readonly string[];
}
