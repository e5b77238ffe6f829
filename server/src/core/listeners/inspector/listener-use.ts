import type { ListenerId, WorkspaceId } from '../../../lib/ids.ts';
import { CeilingUse } from '../../../lib/limits/limit-use.ts';
import type { RateVerdict } from '../../../lib/limits/token-bucket.ts';

/** Counts which listeners use up their workspace's rate limit (spec/listeners §9). */
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
