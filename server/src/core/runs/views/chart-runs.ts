import { firstUuid7 } from '../../../lib/crypto/uuid7.ts';
import type { RunId } from '../../../lib/ids.ts';
import { type Principal, reachOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { findWorkflow, type WorkflowName } from '../../workflows/index.ts';
import { type RunCount, type RunLatency, selectRunCounts, selectRunLatency } from './run-chart-store.ts';

/** What a chart shows: so many stretches of time of the same length, the last of which has not ended. */
export interface ChartParams {
  readonly now: Date;
  readonly slots: number;
  readonly slotSeconds: number;
  readonly workflow?: WorkflowName | undefined;
}

/** The beginning of the first stretch: a whole one, so that a chart does not jump when it is drawn again. */
export function chartStart({ now, slots, slotSeconds }: ChartParams): Date {
  const lastSlot = Math.floor(now.getTime() / 1_000 / slotSeconds);
  return new Date((lastSlot - slots + 1) * slotSeconds * 1_000);
}

/** More are not counted: the picture looks the same, and the database has something else to do. */
const maxCounted = 100_000;

/** The runs of the last stretches: how many of each status, and how long they took. */
export interface RunChart {
  readonly counts: readonly RunCount[];
  readonly latency: readonly RunLatency[];
  /** There were more than are counted. */
  readonly isCut: boolean;
}

/** What a chart of the runs shows that were accepted lately, of workflows that a user may see. */
export const chartRuns = ({ db }: Context, principal: Principal, wish: ChartParams): Promise<RunChart> =>
  db.read(principal.workspace.id, async (transaction) => {
    const reach = reachOf(principal, 'runs.view');
    if (reach === 'none') return { counts: [], latency: [], isCut: false };
    const { workflow, slotSeconds } = wish;
    const workspace = principal.workspace.id;
    const found =
      workflow === undefined ? null : await findWorkflow(transaction, principal, workflow, 'runs.view');
    const since = chartStart(wish);
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
