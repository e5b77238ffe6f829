import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { openScope, type RunFilter } from '../list/run-scope.ts';
import type { ChartPeriod } from './chart-period.ts';
import {
  maxCounted,
  type RunCount,
  type RunLatency,
  selectRunCounts,
  selectRunLatency,
} from './run-chart-store.ts';

export interface RunChart {
  readonly counts: readonly RunCount[];
  readonly latency: readonly RunLatency[];
  /** Whether there were more runs than `maxCounted`. */
  readonly isCut: boolean;
}

const nothing: RunChart = { counts: [], latency: [], isCut: false };

/** Returns a chart of the runs that a user's filter selects in a time range. */
export async function chartRuns(
  context: Context,
  principal: Principal,
  period: ChartPeriod,
  filter: Omit<RunFilter, 'period'>,
): Promise<RunChart> {
  const opened = await openScope(context, principal, { ...filter, period });
  if (!opened) return nothing;
  const workspace = principal.workspace.id;
  const { scope } = opened;
  const [counts, latency] = await context.db.read(workspace, (transaction) =>
    Promise.all([
      selectRunCounts(transaction, workspace, scope, period),
      selectRunLatency(transaction, workspace, scope, period),
    ]),
  );
  const counted = counts.reduce((sum, { count }) => sum + count, 0);
  return { counts, latency, isCut: opened.isCut || counted >= maxCounted };
}
