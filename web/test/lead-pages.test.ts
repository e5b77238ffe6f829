// The list of leads loads page by page. Every lead is on exactly one page, in order, while leads are added and deleted.
import { expect, test } from 'vitest';
import { everything, isSelected, nothing, withLead } from '../src/features/leads/selection/selection.ts';
import {
  type Cursor,
  countRows,
  firstPage,
  hasKnownSize,
  initialPages,
  movedBy,
  type Page,
  pageAt,
  pagesBetween,
  readPage,
  rowOf,
} from '../src/features/leads/table/lead-pages.ts';

const pageSize = 100;
/** Stops a test whose list never ends. */
const maxPages = 100;
const cursor = (id: number): Cursor => ({ key: null, id });
const isAfter = (id: number, at: Cursor | null) => at === null || id > at.id;

/** A server with a sorted list of leads. It returns up to 100 leads of a page, from its start or its end. */
class List {
  ids: number[];
  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, index) => (index + 1) * 10);
  }

  between(page: Pick<Page, 'after' | 'until'>): number[] {
    return this.ids.filter((id) => isAfter(id, page.after) && (page.until === null || id <= page.until.id));
  }

  /** Loads one page. @returns its leads, and the pages as they are known then */
  load(pages: Page[], page: Page): { leads: number[]; pages: Page[] } {
    const all = this.between(page);
    const leads = page.isFromEnd ? all.slice(-pageSize) : all.slice(0, pageSize);
    const isWhole = leads.length === all.length;
    const before = all[all.length - pageSize - 1];
    const stop = isWhole ? null : cursor((page.isFromEnd ? before : leads.at(-1)) ?? 0);
    const result = { isFromEnd: page.isFromEnd, count: leads.length, stop, gap: null };
    const read = readPage(pages, page.id, result);
    // A response that arrives twice changes nothing.
    expect(readPage(read, page.id, result)).toEqual(read);
    return { leads, pages: read };
  }
}

/** Loads pages until all are known, the one that `pick` chooses first. @returns the leads of each page, by its ID */
function loadAll(list: List, start: Page[], pick: (open: Page[]) => Page | undefined, between = () => {}) {
  const leads = new Map<number, number[]>();
  let pages = start;
  for (let open = pages; open.length > 0; open = pages.filter(({ id }) => !leads.has(id))) {
    const page = pick(open);
    if (!page || leads.size > maxPages) break;
    const loaded = list.load(pages, page);
    leads.set(page.id, loaded.leads);
    pages = loaded.pages;
    between();
  }
  return { pages, shown: pages.flatMap(({ id }) => leads.get(id) ?? []) };
}

const first = (open: Page[]) => open[0];
const last = (open: Page[]) => open.at(-1);
const middle = (open: Page[]) => open[Math.floor(open.length / 2)];

/** Opens a list, with the cursors of all pages if it is short. */
function opened(
  list: List,
  { isShort = true, isFromEnd = false, after = null as Cursor | null } = {},
): Page[] {
  const marks = list.ids.filter((_, index) => (index + 1) % pageSize === 0).map(cursor);
  return initialPages({
    after,
    marks: isShort ? marks : [],
    total: list.ids.length,
    isFromEnd,
    count: pageSize,
    stop: cursor(list.ids[pageSize - 1] ?? 0),
    gap: null,
  });
}

test.each([first, last, middle])(
  'a list shows every lead once, in order, whichever page is loaded first: %s',
  (pick) => {
    for (const count of [0, 1, 99, 100, 101, 250, 1_000]) {
      const list = new List(count);
      const start = opened(list, { isShort: count > pageSize });
      const { pages, shown } = loadAll(list, start, pick);
      expect(shown).toEqual(list.ids);
      expect([countRows(pages), hasKnownSize(pages)]).toEqual([count, true]);
    }
  },
);

test.each([first, last, middle])(
  'leads that stay are shown once, in order, while others come and go: %s',
  (pick) => {
    const list = new List(1_000);
    const before = [...list.ids];
    const gone = new Set<number>();
    let turn = 0;
    const { shown } = loadAll(list, opened(list), pick, () => {
      turn += 1;
      const victim = before[(turn * 317) % before.length] ?? 0;
      gone.add(victim);
      const added = Array.from({ length: 30 }, (_, index) => turn * 701 + index * 13 + 1).filter(
        (id) => id % 10 !== 0,
      );
      list.ids = [...new Set([...list.ids, ...added])].filter((id) => !gone.has(id)).sort((a, b) => a - b);
    });
    const known = new Set(before);
    expect(gone.size).toBeGreaterThan(5);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.filter((id) => known.has(id) && !gone.has(id))).toEqual(
      before.filter((id) => !gone.has(id)),
    );
  },
);

test('a long list grows in both directions from where it was opened', () => {
  const list = new List(1_000);
  const pages = opened(list, { isShort: false, after: cursor(5_000) });
  expect(pages.map(({ isRead, isFromEnd }) => [isRead, isFromEnd])).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ]);
  expect(hasKnownSize(pages)).toBe(false);
});

test('a list opened at its end has a page for the leads that were added after it', () => {
  const page = {
    id: firstPage,
    after: null,
    until: null,
    isFromEnd: true,
    size: 10,
    isRead: false,
    isUnknown: true,
  };
  const read = readPage([page], firstPage, {
    isFromEnd: true,
    count: 100,
    stop: cursor(10),
    gap: cursor(900),
  });
  expect(read.map(({ after, until }) => [after?.id, until?.id])).toEqual([
    [undefined, 10],
    [10, 900],
    [900, undefined],
  ]);
});

test('rows above the visible ones move them by as many rows', () => {
  const list = new List(300);
  const pages = opened(list);
  const { pages: read } = loadAll(list, pages, first);
  const grown = read.map((page, index) => (index === 0 ? { ...page, size: 103 } : page));
  expect([movedBy(read, grown, 150), movedBy(read, read, 150)]).toEqual([3, 0]);
  expect(pageAt(grown, 103)).toMatchObject({ page: { id: read[1]?.id }, offset: 0 });
  expect(pageAt(grown, 999)).toBeUndefined();
  expect(rowOf(grown, read[2]?.id ?? 0)).toBe(203);
  expect(pagesBetween(grown, 100, 103)).toHaveLength(2);
});

test('a selection of all leads has exceptions, and one of some leads is a list', () => {
  const [one, two] = [{ id: 1 }, { id: 2 }];
  const some = withLead(withLead(nothing, one, true), two, true);
  expect([isSelected(some, 1), isSelected(withLead(some, one, false), 1)]).toEqual([true, false]);
  const most = withLead(everything, one, false);
  expect([isSelected(most, 1), isSelected(most, 2), isSelected(withLead(most, one, true), 1)]).toEqual([
    false,
    true,
    true,
  ]);
});
