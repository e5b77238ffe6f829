import { type Principal, reachOf } from '../../../access/index.ts';
import type { Context } from '../../../context/index.ts';
import type { FieldSet } from '../../../lead-fields/index.ts';
import { maxPageSize } from '../../../paging/index.ts';
import { readFilter } from '../filter.ts';
import { readOrder } from '../order.ts';
import { type Cursor, cursorBefore, requireCursor } from './cursor.ts';
import {
  countMatches,
  gatherWindow,
  type ScanStrategy,
  type Survey,
  selectMarks,
  surveyList,
} from './gather-store.ts';
import type { WindowedList } from './window-source-store.ts';
import { type FoundWindow, maxLookedAt, walkWindow } from './window-store.ts';

/** Unchecked parameters of a window request. */
export interface WindowParams {
  readonly filters?: unknown;
  readonly match?: unknown;
  readonly orderBy?: unknown;
  readonly orderByDir?: unknown;
  readonly after?: Cursor | undefined;
  readonly until?: Cursor | undefined;
  /** Return the last leads in the range instead of the first. */
  readonly isFromEnd?: boolean | undefined;
  /** Used instead of `after`: start at this value of the sort field. */
  readonly at?: string | undefined;
  /** The strategy returned with the list's first window. Without it, the list is surveyed first. */
  readonly strategy?: ScanStrategy | undefined;
  /** How many leads to return. A shorter window than the longest has no marks. */
  readonly limit?: number | undefined;
}

export interface ReadWindow extends FoundWindow {
  /** Where the window starts; undefined if it starts at the beginning of the list. */
  readonly after: Cursor | undefined;
  readonly strategy: ScanStrategy;
  /** Set only if the list was surveyed. */
  readonly survey: Survey | undefined;
  /** Cursors of every hundredth lead. Set only if the list was surveyed and is short. */
  readonly marks: readonly Cursor[];
}

/** The maximum size of a window, and the number of leads from one entry in `marks` to the next. */
const windowSize = maxPageSize;

/**
 * Reads a part of the leads that a user can see. The part is located by cursors instead of by position
 * (docs/design/lists.md), so leads before it cost nothing, and concurrent inserts and deletes don't shift it.
 */
export async function readWindow(
  { db }: Context,
  principal: Principal,
  fields: FieldSet,
  params: WindowParams,
): Promise<ReadWindow> {
  const order = readOrder(params.orderBy, params.orderByDir, fields.byAlias);
  const filter = readFilter(params.filters, params.match, fields.byAlias);
  const after =
    params.at === undefined ? requireCursor(order.field, params.after) : cursorBefore(order, params.at);
  const range = { after, until: requireCursor(order.field, params.until) };
  const window = { range, isFromEnd: params.isFromEnd ?? false, most: params.limit ?? windowSize };
  const list = listFor(principal, { filter, order });
  if (!list) {
    const survey: Survey = { total: 0, isExact: true, strategy: 'walk' };
    return { rows: [], stop: null, after, strategy: 'walk', survey, marks: [] };
  }
  return db.read(principal.workspace.id, async (transaction) => {
    const survey = params.strategy === undefined ? await surveyList(transaction, list) : undefined;
    const strategy = params.strategy ?? survey?.strategy ?? 'walk';
    const isShort =
      survey?.isExact === true &&
      survey.total <= maxLookedAt &&
      survey.total > windowSize &&
      params.limit === undefined;
    // Must run before reading the window, which turns sorting off.
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

/** Counts all matching leads. With millions of leads this takes seconds, so callers request it separately. */
export async function countLeads(
  { db }: Context,
  principal: Principal,
  fields: FieldSet,
  params: Pick<WindowParams, 'filters' | 'match'>,
): Promise<number> {
  const filter = readFilter(params.filters, params.match, fields.byAlias);
  const list = listFor(principal, { filter, order: readOrder('id', undefined, fields.byAlias) });
  if (!list) return 0;
  return db.read(principal.workspace.id, (transaction) => countMatches(transaction, list));
}
