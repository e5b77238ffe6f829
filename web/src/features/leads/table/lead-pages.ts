/** The position of a lead in a sorted list. */
export interface Cursor {
  readonly key: string | null;
  readonly id: number;
}

/** A part of the list: the leads after the cursor `after`, up to and including `until`. Null means the list's start or end. */
export interface Page {
  /** Identifies the page while the list is shown. */
  readonly id: number;
  readonly after: Cursor | null;
  readonly until: Cursor | null;
  /** Whether the page is loaded from its end, because the user scrolls up into it. */
  readonly isFromEnd: boolean;
  /** The number of rows. It is an estimate until the page is loaded. */
  readonly size: number;
  readonly isRead: boolean;
  /** Whether `size` is a guess, because the server hasn't returned the number of leads on the page. */
  readonly isUnknown: boolean;
}

/** The result of loading a page. */
export interface PageRead {
  readonly isFromEnd: boolean;
  readonly count: number;
  /** Where loading stopped. Null if the whole page was loaded. */
  readonly stop: Cursor | null;
  /** Set only for a list opened at its end: the loaded leads end at this cursor, and any leads after it haven't been loaded. */
  readonly gap: Cursor | null;
}

/** The server's first response for a list. */
interface Beginning extends PageRead {
  readonly after: Cursor | null;
  readonly marks: readonly Cursor[];
  readonly total: number;
}

const markedSize = 100;
/** The number of rows reserved for a page of unknown size, enough to scroll into it. */
const unknownSize = 10;
/** The ID of the first page that is loaded when the list is opened. */
export const firstPage = 0;

const isSame = (one: Cursor | null, other: Cursor | null): boolean =>
  one?.key === other?.key && one?.id === other?.id;

const unread = (id: number, after: Cursor | null, until: Cursor | null, isFromEnd: boolean): Page => ({
  id,
  after,
  until,
  isFromEnd,
  size: unknownSize,
  isRead: false,
  isUnknown: true,
});

/**
 * Returns the pages of a newly opened list. For a short list, the server returns the cursors of all pages. For a long list, there is
 * one loaded page, with an unloaded page before and after it unless the list starts or ends there.
 */
export function initialPages({ after, marks, total, ...read }: Beginning): Page[] {
  if (marks.length > 0 && after === null && !read.isFromEnd)
    return [null, ...marks].map((cursor, index) => ({
      ...unread(index, cursor, marks[index] ?? null, false),
      size: index < marks.length ? markedSize : Math.max(0, total - marks.length * markedSize),
      isUnknown: false,
    }));
  const shown = readPage([unread(firstPage, after, null, read.isFromEnd)], firstPage, read);
  return after === null ? shown : [unread(nextId(shown), null, after, true), ...shown];
}

const nextId = (pages: readonly Page[]): number => Math.max(...pages.map(({ id }) => id)) + 1;

/**
 * Returns the updated pages after a page was loaded. A page that wasn't loaded completely is split where loading stopped. Every
 * lead is therefore on exactly one page, even if leads were added or deleted in the meantime. Applying a result twice
 * changes nothing.
 */
export function readPage(pages: Page[], id: number, result: PageRead): Page[] {
  const { isFromEnd, count, stop, gap } = result;
  const index = pages.findIndex((page) => page.id === id);
  const page = pages[index];
  if (!page) return pages;
  if (gap !== null && !isSame(gap, page.until)) {
    const rest = unread(nextId(pages), gap, page.until, false);
    const split = pages.toSpliced(index, 1, { ...page, until: gap }, rest);
    return readPage(split, id, { ...result, gap: null });
  }
  const edge = isFromEnd ? page.after : page.until;
  const isSplit = stop !== null && !isSame(stop, edge);
  if (!isSplit && page.isRead && page.size === count) return pages;
  const read: Page = { ...page, size: count, isRead: true, isUnknown: false, isFromEnd: false };
  if (!isSplit) return pages.with(index, read);
  const parts = isFromEnd
    ? [unread(nextId(pages), page.after, stop, true), { ...read, after: stop }]
    : [{ ...read, until: stop }, unread(nextId(pages), stop, page.until, false)];
  return pages.toSpliced(index, 1, ...parts);
}

export const countRows = (pages: readonly Page[]): number => pages.reduce((sum, { size }) => sum + size, 0);

/** Whether the size of every page is known. If so, the scroll bar covers the whole list. */
export const hasKnownSize = (pages: readonly Page[]): boolean => pages.every(({ isUnknown }) => !isUnknown);

/** Returns the page that contains a row, and the row's index on that page. */
export function pageAt(pages: readonly Page[], row: number): { page: Page; offset: number } | undefined {
  let before = 0;
  for (const page of pages) {
    if (row < before + page.size) return { page, offset: row - before };
    before += page.size;
  }
  return undefined;
}

/** Returns the index of a page's first row. */
export function rowOf(pages: readonly Page[], id: number): number | undefined {
  const index = pages.findIndex((page) => page.id === id);
  return index < 0 ? undefined : countRows(pages.slice(0, index));
}

/** Returns the pages that contain any row from `first` to `last`. */
export function pagesBetween(pages: readonly Page[], first: number, last: number): Page[] {
  let before = 0;
  return pages.filter(({ size }) => {
    const isSeen = before <= last && before + size > first;
    before += size;
    return isSeen;
  });
}

/** Returns by how many rows the visible rows have moved. The scroll position is adjusted by that amount. */
export function movedBy(old: readonly Page[], pages: readonly Page[], top: number): number {
  let before = 0;
  for (const { id, size, isRead } of old) {
    const isSeen = isRead && before + size > top;
    const now = isSeen ? rowOf(pages, id) : undefined;
    if (now !== undefined) return now - before;
    before += size;
  }
  return 0;
}
