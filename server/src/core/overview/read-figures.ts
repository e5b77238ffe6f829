import { type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { type ChartPeriod, maxRefused, periodBefore, refusedDays } from '../runs/index.ts';
import {
  type RunFigures,
  selectRejectedFigures,
  selectRunFigures,
  selectRunRetention,
} from './figures-store.ts';

const dayMs = 86_400_000;
/** Runs beyond this number aren't counted, so the query stays cheap. */
const maxCounted = 100_000;

export interface PeriodFigures {
  readonly accepted: number;
  readonly rejected: number;
  readonly runs: number;
  readonly failed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface Figures {
  readonly total: PeriodFigures;
  /** The period before, as long as this one. Null if some of its runs or rejections may have been deleted. */
  readonly before: PeriodFigures | null;
  readonly slots: readonly PeriodFigures[];
  /** Whether there were more runs than `maxCounted`, so the figures are incomplete. */
  readonly isCut: boolean;
  /** Whether more requests may have been rejected than Hark stores. */
  readonly isRejectedCut: boolean;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const nothing = { accepted: 0, runs: 0, failed: 0, p50Ms: null, p95Ms: null };

/** Returns figures of a period about the workflows that a user can see. */
export const readFigures = (
  { db, clock }: Context,
  principal: Principal,
  period: ChartPeriod,
): Promise<Figures> =>
  db.read(principal.workspace.id, async (transaction) => {
    const workspace = principal.workspace.id;
    const now = clock.now().getTime();
    const isKept = (since: Date, days: number) => since.getTime() >= now - days * dayMs;
    const keptDays = Math.min(refusedDays, await selectRunRetention(transaction, workspace));
    const { since: earlier } = periodBefore(period);
    const isCompared = isKept(earlier, keptDays);
    const firstCurrent = isCompared ? period.slots : 0;
    const scope = {
      workspace,
      owner: reachOf(principal, 'runs.view') === 'own' ? principal.user.id : null,
      since: isCompared ? earlier : period.since,
      slots: firstCurrent + period.slots,
      slotSeconds: period.slotSeconds,
      firstCurrent,
      most: maxCounted,
    };
    const [runs, rejected] = await Promise.all([
      selectRunFigures(transaction, scope),
      selectRejectedFigures(transaction, scope),
    ]);
    const periodFigures = (isCurrent: boolean) =>
      figuresOf(
        runs.find((row) => row.isCurrent === isCurrent),
        rejected.filter(({ slot }) => slot >= firstCurrent === isCurrent),
      );
    const slotFigures = (slot: number) =>
      figuresOf(
        runs.find((row) => row.slot === slot),
        rejected.filter((row) => row.slot === slot),
      );
    return {
      total: periodFigures(true),
      before: isCompared ? periodFigures(false) : null,
      slots: Array.from({ length: period.slots }, (_, index) => slotFigures(firstCurrent + index)),
      isCut: sum(runs.filter(({ slot }) => slot !== null).map((row) => row.runs)) >= maxCounted,
      isRejectedCut: !isKept(period.since, refusedDays) || hasFullListener(rejected),
    };
  });

type Rejections = Awaited<ReturnType<typeof selectRejectedFigures>>;

const figuresOf = (
  { accepted, runs, failed, p50Ms, p95Ms }: Omit<RunFigures, 'slot' | 'isCurrent'> = nothing,
  rejections: Rejections,
): PeriodFigures => ({
  accepted,
  rejected: sum(rejections.map(({ count }) => count)),
  runs,
  failed,
  p50Ms,
  p95Ms,
});

/** Whether a listener has as many rejections as Hark stores, so that there may have been more. */
const hasFullListener = (rejected: Rejections) =>
  [...Map.groupBy(rejected, ({ listener }) => listener).values()].some(
    (rows) => sum(rows.map(({ count }) => count)) >= maxRefused,
  );
