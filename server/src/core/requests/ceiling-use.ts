import type { WorkflowId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { findWorkflow } from '../workflows/index.ts';
import { selectSettings } from '../workspaces/index.ts';
import { countBySecond, countReasons } from './request-store.ts';

const secondMs = 1_000;
const secondsShown = 60;
const hourMs = 3_600_000;
/** Requests beyond this number aren't counted, because the chart has reached the limit by then. */
const maxCounted = 100_000;
const ceilingReasons = new Set(['listener_limited', 'listener_day_used_up']);

export interface CeilingUse {
  readonly perSecond: number;
  readonly perDay: number;
  /**
   * When the first second in `seconds` starts. `seconds` contains the number of requests accepted in each
   * second of the last minute, oldest first, without the current second.
   */
  readonly since: Date;
  readonly seconds: readonly number[];
  /**
   * Requests that this listener rejected in the last hour because of a limit. Only some of them are stored.
   */
  readonly refused: number;
}

/**
 * Returns how all of the workspace's listeners use the rate limit (spec/listeners §9). It is derived from
 * stored requests, so every process returns the same result. Users who can see one of the workflows can see
 * it, because the limit applies to that workflow too.
 */
export function viewCeilingUse(
  { db, clock }: Context,
  principal: Principal,
  workflow: WorkflowId,
): Promise<CeilingUse> {
  const workspace = principal.workspace.id;
  const end = Math.floor(clock.now().getTime() / secondMs) * secondMs;
  const since = new Date(end - secondsShown * secondMs);
  return db.read(workspace, async (transaction) => {
    const { id } = await findWorkflow(transaction, principal, workflow, 'workflows.view');
    const [settings, counted, refused] = await Promise.all([
      selectSettings(transaction, workspace),
      countBySecond(transaction, workspace, since, maxCounted),
      countReasons(transaction, workspace, id, new Date(end - hourMs)),
    ]);
    const counts = new Map(counted.map(({ second, count }) => [second.getTime(), count]));
    return {
      perSecond: settings.listener_limit_per_second,
      perDay: settings.listener_limit_per_day,
      since,
      seconds: Array.from(
        { length: secondsShown },
        (_, index) => counts.get(since.getTime() + index * secondMs) ?? 0,
      ),
      refused: refused
        .filter(({ reason }) => ceilingReasons.has(reason))
        .reduce((sum, { count }) => sum + count, 0),
    };
  });
}
