import type { ListenerId, WorkspaceId } from '../../../lib/ids.ts';

/** What is stored about a rejected request: no token, cookie, credential or body (spec/listeners §5.4). */
export interface RefusedRequest {
  readonly workspace: WorkspaceId;
  readonly listener: ListenerId;
  readonly at: Date;
  readonly method: string;
  readonly reason: string;
  readonly address: string;
  readonly headerNames: readonly string[];
}
