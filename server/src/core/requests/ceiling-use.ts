import type { WorkflowId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { findWorkflow } from '../workflows/index.ts';
import { selectSettings } from '../workspaces/index.ts';
import { countBySecond, countRefused } from './request-store.ts';

const secondMs = 1_000;
const secondsShown = 60;
const hourMs = 3_600_000;
/** Requests beyond this are not counted: the chart is at the limit by then. */
const maxCounted = 100_000;
const ceilingReasons = new Set(['listener_limited', 'listener_day_used_up']);

export interface CeilingUse {
  readonly perSecond: number;
  readonly perDay: number;
  /** Requests accepted in each second of the last minute, oldest first. The current second is left out. */
  readonly since: Date;
  readonly seconds: readonly number[];
  /** Requests that this listener rejected in the last hour because of a limit. Only some are stored. */
  readonly refused: number;
}

/**
 * The use of the rate limit over all listeners of the workspace (spec/listeners §9), read from stored
 * requests, so that it is the same in every process. Users who can see one of the workflows can see it,
 * because the limit applies to that workflow too.
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
    const scope = { owner: null, workflow: id, since: new Date(end - hourMs) };
    const [settings, counted, refused] = await Promise.all([
      selectSettings(transaction, workspace),
      countBySecond(transaction, workspace, since, maxCounted),
      countRefused(transaction, workspace, scope),
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
