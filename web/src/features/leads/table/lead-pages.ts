/** Where a lead stands in an ordered list. */
export interface Cursor {
  readonly key: string | null;
  readonly id: number;
}

/** A part of the list: what comes after one place, up to and with another; null is an end of the list. */
export interface Page {
  /** Names the page for as long as the list is shown. */
  readonly id: number;
  readonly after: Cursor | null;
  readonly until: Cursor | null;
  /** The last leads of it are read, and not the first: the list is scrolled up into it. */
  readonly isFromEnd: boolean;
  /** How many rows it takes; of one that was not read yet, how many we think. */
  readonly size: number;
  readonly isRead: boolean;
  /** Nobody has told how many leads are on it. */
  readonly isUnknown: boolean;
}

/** What reading a page told. */
export interface PageRead {
  readonly isFromEnd: boolean;
  readonly count: number;
  /** Where the reading stopped; null when all of the page was read. */
  readonly stop: Cursor | null;
  /** At the end of a list: what was read ends here, and what comes after it was not read. */
  readonly gap: Cursor | null;
}

/** The first answer of a list. */
interface Beginning extends PageRead {
  readonly after: Cursor | null;
  readonly marks: readonly Cursor[];
  readonly total: number;
}

const markedSize = 100;
/** What stands for a part whose size nobody knows: enough to scroll into it. */
const unknownSize = 10;
/** The page that the list begins to be shown with. */
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
 * The pages of a list that was just opened: of a short one all, at the places that it was told; of any other the one that is
 * shown, and what is before and behind it as far as it is not its end.
 */
export function beginPages({ after, marks, total, ...read }: Beginning): Page[] {
  if (marks.length > 0 && after === null && !read.isFromEnd)
    return [null, ...marks].map((place, index) => ({
      ...unread(index, place, marks[index] ?? null, false),
      size: index < marks.length ? markedSize : Math.max(0, total - marks.length * markedSize),
      isUnknown: false,
    }));
  const shown = readPage([unread(firstPage, after, null, read.isFromEnd)], firstPage, read);
  return after === null ? shown : [unread(nextId(shown), null, after, true), ...shown];
}

const nextId = (pages: readonly Page[]): number => Math.max(...pages.map(({ id }) => id)) + 1;

/**
 * The pages after one of them was read. Where the reading stopped, it is parted in two, so that every lead is on exactly one
 * page, whatever came or went meanwhile. The same answer twice changes nothing.
 */
export function readPage(pages: Page[], id: number, told: PageRead): Page[] {
  const { isFromEnd, count, stop, gap } = told;
  const index = pages.findIndex((page) => page.id === id);
  const page = pages[index];
  if (!page) return pages;
  if (gap !== null && !isSame(gap, page.until)) {
    const rest = unread(nextId(pages), gap, page.until, false);
    const parted = pages.toSpliced(index, 1, { ...page, until: gap }, rest);
    return readPage(parted, id, { ...told, gap: null });
  }
  const edge = isFromEnd ? page.after : page.until;
  const isParted = stop !== null && !isSame(stop, edge);
  if (!isParted && page.isRead && page.size === count) return pages;
  const read: Page = { ...page, size: count, isRead: true, isUnknown: false, isFromEnd: false };
  if (!isParted) return pages.with(index, read);
  const parts = isFromEnd
    ? [unread(nextId(pages), page.after, stop, true), { ...read, after: stop }]
    : [{ ...read, until: stop }, unread(nextId(pages), stop, page.until, false)];
  return pages.toSpliced(index, 1, ...parts);
}

export const countRows = (pages: readonly Page[]): number => pages.reduce((sum, { size }) => sum + size, 0);

/** Whether the size of every page is known, so that each row has its place on the scroll bar. */
export const isWhole = (pages: readonly Page[]): boolean => pages.every(({ isUnknown }) => !isUnknown);

/** The page that a row is on, and its number there. */
export function pageAt(pages: readonly Page[], row: number): { page: Page; offset: number } | undefined {
  let before = 0;
  for (const page of pages) {
    if (row < before + page.size) return { page, offset: row - before };
    before += page.size;
  }
  return undefined;
}

/** The row at which a page begins. */
export function rowOf(pages: readonly Page[], id: number): number | undefined {
  const index = pages.findIndex((page) => page.id === id);
  return index < 0 ? undefined : countRows(pages.slice(0, index));
}

/** The pages that some of these rows are on. */
export function pagesBetween(pages: readonly Page[], first: number, last: number): Page[] {
  let before = 0;
  return pages.filter(({ size }) => {
    const isSeen = before <= last && before + size > first;
    before += size;
    return isSeen;
  });
}

/** By how many rows what is seen from `top` on has moved, so that it can stay where it is on screen. */
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
