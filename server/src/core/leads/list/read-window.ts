import { type Principal, reachOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import { type Cursor, cursorBefore, requireCursor } from './cursor.ts';
import { readFilter } from './filter.ts';
import {
  countMatches,
  gatherWindow,
  type ScanStrategy,
  type Survey,
  selectMarks,
  surveyList,
} from './gather-store.ts';
import { readOrder } from './order.ts';
import { maxPageSize } from './page.ts';
import type { WindowedList } from './window-source-store.ts';
import { type FoundWindow, maxLookedAt, walkWindow } from './window-store.ts';

/** Unchecked input of a window. */
export interface WindowParams {
  readonly filters?: unknown;
  readonly match?: unknown;
  readonly orderBy?: unknown;
  readonly after?: Cursor | undefined;
  readonly until?: Cursor | undefined;
  /** Returns the last leads of the range instead of the first. */
  readonly isFromEnd?: boolean | undefined;
  /** Instead of `after`: start at this value of the sort field. */
  readonly at?: string | undefined;
  /** The strategy returned with the first window of this list; without it the list is surveyed first. */
  readonly strategy?: ScanStrategy | undefined;
}

export interface ReadWindow extends FoundWindow {
  /** Where the window starts; undefined at the start of the list. */
  readonly after: Cursor | undefined;
  readonly strategy: ScanStrategy;
  /** Only if the list was surveyed. */
  readonly survey: Survey | undefined;
  /** Only if the list was surveyed and is short: the cursors of every hundredth lead. */
  readonly marks: readonly Cursor[];
}

/** The maximum size of a window, and the distance between marks. */
const windowSize = maxPageSize;

/**
 * A part of the leads that a user can see, located by cursors and not by position (docs/design/lists.md):
 * leads before it cost nothing, and concurrent inserts and deletes don't shift it.
 */
export async function readWindow(
  { db }: Context,
  principal: Principal,
  fields: FieldSet,
  wish: WindowParams,
): Promise<ReadWindow> {
  const order = readOrder(wish.orderBy, undefined, fields.byAlias);
  const filter = readFilter(wish.filters, wish.match, fields.byAlias);
  const after = wish.at === undefined ? requireCursor(order.field, wish.after) : cursorBefore(order, wish.at);
  const range = { after, until: requireCursor(order.field, wish.until) };
  const window = { range, isFromEnd: wish.isFromEnd ?? false, most: windowSize };
  const list = listFor(principal, { filter, order });
  if (!list) {
    const survey: Survey = { total: 0, isExact: true, strategy: 'walk' };
    return { rows: [], stop: null, after, strategy: 'walk', survey, marks: [] };
  }
  return db.read(principal.workspace.id, async (transaction) => {
    const survey = wish.strategy === undefined ? await surveyList(transaction, list) : undefined;
    const strategy = wish.strategy ?? survey?.strategy ?? 'walk';
    const isShort = survey?.isExact === true && survey.total <= maxLookedAt && survey.total > windowSize;
    // Before the window, which turns sorting off.
    const marks = isShort ? await selectMarks(transaction, list, strategy, windowSize) : [];
    const found =
      strategy === 'walk'
        ? await walkWindow(transaction, list, window, fields)
        : await gatherWindow(transaction, list, strategy, window, fields);
    return { ...found, after, strategy, survey, marks };
  });
}

function listFor(
  principal: Principal,
  { filter, order }: Pick<WindowedList, 'filter' | 'order'>,
): WindowedList | undefined {
  const reach = reachOf(principal, 'leads.view');
  if (reach === 'none') return undefined;
  const owner = reach === 'own' ? principal.user.id : null;
  return { workspace: principal.workspace.id, owner, filter, order };
}

/** Counts all matching leads. With millions of leads that takes seconds, so callers request it separately. */
export async function countLeads(
  { db }: Context,
  principal: Principal,
  fields: FieldSet,
  wish: Pick<WindowParams, 'filters' | 'match'>,
): Promise<number> {
  const filter = readFilter(wish.filters, wish.match, fields.byAlias);
  const list = listFor(principal, { filter, order: readOrder('id', undefined, fields.byAlias) });
  if (!list) return 0;
  return db.read(principal.workspace.id, (transaction) => countMatches(transaction, list));
}
