import { CeilingUse } from '../../lib/ceiling-use.ts';
import type { ListenerId, WorkspaceId } from '../../lib/ids.ts';
import type { RateVerdict } from '../../lib/token-bucket.ts';

/** Which listener used up the ceiling of its workspace (decisions 3). */
export class ListenerUse extends CeilingUse<ListenerId> {
  count(
    workspace: WorkspaceId,
    listener: ListenerId,
    verdict: Pick<RateVerdict, 'isAllowed' | 'remaining'>,
    now: Date,
  ): void {
    this.note(workspace, [String(listener), listener], verdict, now);
  }
}
