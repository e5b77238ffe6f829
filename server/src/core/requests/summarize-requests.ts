import type { Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { type RequestFilter, scopeOf } from './list-requests.ts';
import { countAccepted, countRefused, type Slots } from './request-store.ts';

const maxSlots = 60;
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** The lengths that a slot of the chart can have. */
const lengths = [
  ...[1, 5, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 5, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 3, 6, 12, 24].map((hours) => hours * hourMs),
];
/** Requests beyond this number aren't counted: the chart would look the same, and the query stays cheap. */
const maxCounted = 100_000;

/** Requests over time, and the reasons for rejections. */
export interface RequestSummary {
  readonly slotMs: number;
  readonly slots: readonly { readonly at: Date; readonly accepted: number; readonly refused: number }[];
  readonly accepted: number;
  readonly refused: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  /** Whether there were more requests than `maxCounted`. */
  readonly isCut: boolean;
}

/** Counts the requests of a period, by default of the last hour. */
export async function summarizeRequests(
  { db, clock }: Context,
  principal: Principal,
  params: RequestFilter,
): Promise<RequestSummary> {
  const until = params.until ?? clock.now();
  const since = params.since ?? new Date(until.getTime() - hourMs);
  const filter = { ...params, since };
  const { slots, count } = slotsOf(since, until);
  const workspace = principal.workspace.id;
  const [accepted, refused] = await db.read(workspace, async (transaction) => {
    const scope = await scopeOf(principal, transaction, filter);
    if (!scope) return [[], []] as const;
    return Promise.all([
      filter.reason === null ? countAccepted(transaction, workspace, scope, slots, maxCounted) : [],
      countRefused(transaction, workspace, scope, slots),
    ]);
  });
  const sumAt = (rows: readonly { slot: number; count: number }[], slot: number) =>
    sumOf(rows.filter((row) => row.slot === slot));
  return {
    slotMs: slots.lengthMs,
    slots: Array.from({ length: count }, (_, slot) => ({
      at: new Date(slots.start.getTime() + slot * slots.lengthMs),
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

/** Divides a period into at most `maxSlots` slots, the first of which can start before it. */
function slotsOf(since: Date, until: Date): { slots: Slots; count: number } {
  const wanted = (until.getTime() - since.getTime()) / (maxSlots - 1);
  const lengthMs = lengths.find((length) => length >= wanted) ?? Math.ceil(wanted / hourMs) * hourMs;
  const start = Math.floor(since.getTime() / lengthMs) * lengthMs;
  const count = Math.max(1, Math.ceil((until.getTime() - start) / lengthMs));
  return { slots: { start: new Date(start), lengthMs }, count: Math.min(count, maxSlots) };
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);
