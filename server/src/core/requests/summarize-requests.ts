import type { Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import type { ChartPeriod } from '../runs/index.ts';
import { type RequestFilter, scopeOf } from './list-requests.ts';
import { countAccepted, countRefused } from './request-store.ts';

/** Requests beyond this number aren't counted: the chart would look the same, and the query stays cheap. */
const maxCounted = 100_000;

/** Requests over time, and the reasons for rejections. */
export interface RequestSummary {
  readonly slots: readonly { readonly accepted: number; readonly refused: number }[];
  readonly accepted: number;
  readonly refused: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  /** Whether there were more requests than `maxCounted`. */
  readonly isCut: boolean;
}

/** Counts the requests of a time range. */
export async function summarizeRequests(
  { db }: Context,
  principal: Principal,
  params: RequestFilter,
  period: ChartPeriod,
): Promise<RequestSummary> {
  const filter = { ...params, since: period.from, until: period.until };
  const workspace = principal.workspace.id;
  const [accepted, refused] = await db.read(workspace, async (transaction) => {
    const scope = await scopeOf(principal, transaction, filter);
    if (!scope) return [[], []] as const;
    return Promise.all([
      filter.reason === null ? countAccepted(transaction, workspace, scope, period, maxCounted) : [],
      countRefused(transaction, workspace, scope, period),
    ]);
  });
  const sumAt = (rows: readonly { slot: number; count: number }[], slot: number) =>
    sumOf(rows.filter((row) => row.slot === slot));
  return {
    slots: Array.from({ length: period.slots }, (_, slot) => ({
      accepted: sumAt(accepted, slot),
      refused: sumAt(refused, slot),
    })),
    accepted: sumOf(accepted),
    refused: sumOf(refused),
    reasons: [...Map.groupBy(refused, ({ reason }) => reason)]
      .map(([reason, rows]) => ({ reason, count: sumOf(rows) }))
      .sort((one, other) => other.count - one.count),
    isCut: sumOf(accepted) >= maxCounted,
  };
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);
