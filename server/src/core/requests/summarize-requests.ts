import type { WorkflowId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { scopeOf } from './list-requests.ts';
import { countAccepted, countRefused } from './request-store.ts';

const minuteMs = 60_000;
const minutesShown = 60;
/** Requests beyond this number aren't counted: the chart would look the same, and the query stays cheap. */
const maxCounted = 100_000;

/** Requests in the last hour by minute, and the reasons for rejections. */
export interface RequestSummary {
  readonly minutes: readonly { readonly at: Date; readonly accepted: number; readonly refused: number }[];
  readonly accepted: number;
  readonly refused: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  /** Whether there were more requests than `maxCounted`. */
  readonly isCut: boolean;
}

export async function summarizeRequests(
  { db, clock }: Context,
  principal: Principal,
  workflow: WorkflowId | null,
): Promise<RequestSummary> {
  const lastMinute = Math.floor(clock.now().getTime() / minuteMs) * minuteMs;
  const since = new Date(lastMinute - (minutesShown - 1) * minuteMs);
  const workspace = principal.workspace.id;
  const [accepted, refused] = await db.read(workspace, async (transaction) => {
    const scope = await scopeOf(principal, transaction, { workflow, since });
    if (!scope) return [[], []] as const;
    return Promise.all([
      countAccepted(transaction, workspace, scope, maxCounted),
      countRefused(transaction, workspace, scope),
    ]);
  });
  const sumAt = (rows: readonly { minute: Date; count: number }[], at: number) =>
    sumOf(rows.filter(({ minute }) => minute.getTime() === at));
  const minutes = Array.from({ length: minutesShown }, (_, index) => {
    const at = since.getTime() + index * minuteMs;
    return { at: new Date(at), accepted: sumAt(accepted, at), refused: sumAt(refused, at) };
  });
  return {
    minutes,
    accepted: sumOf(accepted),
    refused: sumOf(refused),
    reasons: [...Map.groupBy(refused, ({ reason }) => reason)]
      .map(([reason, rows]) => ({ reason, count: sumOf(rows) }))
      .sort((one, other) => other.count - one.count),
    isCut: sumOf(accepted) >= maxCounted,
  };
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);
