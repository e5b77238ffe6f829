import { type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { maxRefused } from '../runs/index.ts';
import { type RunFigures, selectRejectedFigures, selectRunFigures } from './figures-store.ts';

const hourMs = 3_600_000;
const hoursADay = 24;
/** Runs beyond this number aren't counted, so the query stays cheap. */
const maxCounted = 100_000;

export interface DayFigures {
  readonly accepted: number;
  readonly rejected: number;
  readonly runs: number;
  readonly failed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** The last 24 hours, the day before, and the last 24 hours by the hour. */
export interface Figures {
  readonly today: DayFigures;
  readonly before: DayFigures;
  readonly hours: readonly DayFigures[];
  /** Whether there were more runs than `maxCounted`, so the day before is incomplete. */
  readonly isCut: boolean;
  /** Whether a listener may have rejected more requests than Hark stores. */
  readonly isRejectedCut: boolean;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const nothing = { accepted: 0, runs: 0, failed: 0, p50Ms: null, p95Ms: null };

/** Returns figures about the workflows that a user can see. */
export async function readFigures({ db, clock }: Context, principal: Principal): Promise<Figures> {
  const workspace = principal.workspace.id;
  const slots = 2 * hoursADay;
  const scope = {
    workspace,
    owner: reachOf(principal, 'runs.view') === 'own' ? principal.user.id : null,
    since: new Date(clock.now().getTime() - slots * hourMs),
    slots,
    most: maxCounted,
  };
  const [runs, rejected] = await db.read(workspace, (transaction) =>
    Promise.all([selectRunFigures(transaction, scope), selectRejectedFigures(transaction, scope)]),
  );
  const rejectedIn = (isIn: (slot: number) => boolean) =>
    sum(rejected.filter(({ slot }) => isIn(slot)).map(({ count }) => count));
  const figures = (isRow: (row: RunFigures) => boolean, isIn: (slot: number) => boolean): DayFigures => {
    const { slot: _, isToday: __, ...counts } = runs.find(isRow) ?? { ...nothing, slot: 0, isToday: null };
    return { ...counts, rejected: rejectedIn(isIn) };
  };
  const byListener = Map.groupBy(rejected, ({ listener }) => listener).values();
  return {
    today: figures(
      ({ isToday }) => isToday === true,
      (slot) => slot >= hoursADay,
    ),
    before: figures(
      ({ isToday }) => isToday === false,
      (slot) => slot < hoursADay,
    ),
    hours: Array.from({ length: hoursADay }, (_, hour) => {
      const slot = hoursADay + hour;
      return figures(
        (row) => row.slot === slot,
        (one) => one === slot,
      );
    }),
    isCut: sum(runs.filter(({ slot }) => slot !== null).map((row) => row.runs)) >= maxCounted,
    isRejectedCut: [...byListener].some((rows) => sum(rows.map(({ count }) => count)) >= maxRefused),
  };
}
