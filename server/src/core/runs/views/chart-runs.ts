import { firstUuid7 } from '../../../lib/crypto/uuid7.ts';
import type { RunId } from '../../../lib/ids.ts';
import { type Principal, reachOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { findWorkflow, type WorkflowName } from '../../workflows/index.ts';
import { type RunCount, type RunLatency, selectRunCounts, selectRunLatency } from './run-chart-store.ts';

/** A chart has `slots` time slots of equal length. The last slot hasn't ended yet. */
export interface ChartParams {
  readonly now: Date;
  readonly slots: number;
  readonly slotSeconds: number;
  readonly workflow?: WorkflowName | undefined;
}

/** Returns the start of the first slot, rounded to a whole slot so a redrawn chart doesn't jump. */
export function chartStart({ now, slots, slotSeconds }: ChartParams): Date {
  const lastSlot = Math.floor(now.getTime() / 1_000 / slotSeconds);
  return new Date((lastSlot - slots + 1) * slotSeconds * 1_000);
}

/** Runs beyond this number aren't counted: the chart would look the same, and the query stays cheap. */
const maxCounted = 100_000;

export interface RunChart {
  readonly counts: readonly RunCount[];
  readonly latency: readonly RunLatency[];
  /** Whether there were more runs than `maxCounted`. */
  readonly isCut: boolean;
}

/** Returns a chart of recently accepted runs, from workflows that a user can see. */
export const chartRuns = ({ db }: Context, principal: Principal, params: ChartParams): Promise<RunChart> =>
  db.read(principal.workspace.id, async (transaction) => {
    const reach = reachOf(principal, 'runs.view');
    if (reach === 'none') return { counts: [], latency: [], isCut: false };
    const { workflow, slotSeconds } = params;
    const workspace = principal.workspace.id;
    const found =
      workflow === undefined ? null : await findWorkflow(transaction, principal, workflow, 'runs.view');
    const since = chartStart(params);
    const scope = {
      since,
      first: firstUuid7(since.getTime()) as RunId,
      slotSeconds,
      owner: reach === 'own' ? principal.user.id : null,
      workflow: found?.id ?? null,
      most: maxCounted,
    };
    const [counts, latency] = await Promise.all([
      selectRunCounts(transaction, workspace, scope),
      selectRunLatency(transaction, workspace, scope),
    ]);
    const counted = counts.reduce((sum, { count }) => sum + count, 0);
    return { counts, latency, isCut: counted >= maxCounted };
  });
