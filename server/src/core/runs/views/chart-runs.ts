import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { ChartPeriod } from './chart-period.ts';
import { type RunCount, type RunLatency, selectRunCounts, selectRunLatency } from './run-chart-store.ts';
import { openScope, type RunFilter } from './run-scope.ts';

/** Runs beyond this number aren't counted: the chart would look the same, and the query stays cheap. */
const maxCounted = 100_000;

export interface RunChart {
  readonly counts: readonly RunCount[];
  /** The number of runs by status, including statuses that the filter leaves out. */
  readonly totals: readonly Omit<RunCount, 'slot'>[];
  readonly latency: readonly RunLatency[];
  /** Whether there were more runs than `maxCounted`. */
  readonly isCut: boolean;
}

const nothing: RunChart = { counts: [], totals: [], latency: [], isCut: false };

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
  const params = { period, most: maxCounted };
  const [counted, latency] = await context.db.read(workspace, (transaction) =>
    Promise.all([
      selectRunCounts(transaction, workspace, { ...scope, statuses: null }, params),
      selectRunLatency(transaction, workspace, scope, params),
    ]),
  );
  const { statuses } = scope;
  return {
    counts: statuses ? counted.filter((one) => statuses.some((status) => status === one.status)) : counted,
    totals: totalsOf(counted),
    latency,
    isCut: opened.isCut || sumOf(counted) >= maxCounted,
  };
}

const sumOf = (counts: readonly RunCount[]) => counts.reduce((sum, { count }) => sum + count, 0);

function totalsOf(counts: readonly RunCount[]): RunChart['totals'] {
  const statuses = new Set(counts.map(({ status }) => status));
  return [...statuses].map((status) => ({
    status,
    count: sumOf(counts.filter((one) => one.status === status)),
  }));
}
