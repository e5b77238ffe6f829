import type { ListenerId, WorkspaceId } from '../../../lib/ids.ts';
import type { FailedCheck } from '../checks/refusals.ts';

/** What is stored about a rejected request: no token, cookie, credential or body (spec/listeners §5.4). */
export interface RefusedRequest {
  readonly workspace: WorkspaceId;
  readonly listener: ListenerId;
  readonly at: Date;
  readonly method: string;
  readonly status: number;
  readonly reason: string;
  readonly failed: FailedCheck | undefined;
  readonly address: string;
  readonly contentType: string;
  readonly bodyBytes: number | null;
  readonly headerNames: readonly string[];
}
