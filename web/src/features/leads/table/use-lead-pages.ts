import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ApiResponse, call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import type { Lead } from '../field.ts';
import { criteriaOf, defaultOrder, type LeadView } from '../view/lead-view.ts';
import { firstPage, initialPages, type Page, pageAt, pagesBetween, readPage } from './lead-pages.ts';

/** How many rows to load beyond the visible ones, so users rarely have to wait while scrolling. */
const rowsAhead = 40;
const keptMs = 60_000;
/** Counts the lists opened so far. The number identifies a list in the cache, because page IDs are unique only within one list. */
let lists = 0;

export type FirstWindow = ApiResponse<'POST /leads/search'>;

const listOf = (view: LeadView) => ({ ...criteriaOf(view), order: view.order ?? defaultOrder });

/** Loads a view's first leads and their total. While another view is loading, it keeps returning the previous view's leads. */
export const useFirstWindow = (view: LeadView) =>
  useQuery({
    ...query('POST /leads/search', {
      body: {
        ...listOf(view),
        ...(view.at !== undefined && { at: view.at }),
        ...(view.end === true && { from_end: true }),
      },
    }),
    placeholderData: keepPreviousData,
  });

/** The state of a list's pages. */
export function usePages(view: LeadView, first: FirstWindow) {
  const [list] = useState(() => ++lists);
  const [pages, setPages] = useState(() =>
    initialPages({
      after: first.after,
      isFromEnd: view.end === true,
      count: first.leads.length,
      stop: first.stop,
      gap: first.gap,
      marks: first.marks,
      total: first.total ?? 0,
    }),
  );
  return { list, pages, setPages };
}

/** Loads the pages of the visible rows. */
export function useLeadPages(
  view: LeadView,
  first: FirstWindow,
  { list, pages, setPages }: ReturnType<typeof usePages>,
  rows: { from: number; to: number },
): { leadAt: (row: number) => Lead | undefined; error: Error | null; retry: () => void } {
  const seen = pagesBetween(pages, rows.from - rowsAhead, rows.to + rowsAhead);
  const now = useRef(pages);
  now.current = pages;
  const results = useQueries({
    queries: seen.map(({ id }) => ({
      queryKey: ['POST /leads/search', list, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadPage(view, first, now.current, id, signal),
      gcTime: keptMs,
      ...(id === firstPage && { initialData: { ...first, isFromEnd: view.end === true } }),
    })),
  });
  const read = results.map(({ data }) => data);
  const updates = seen.map(({ id }, index) => `${id} ${results[index]?.dataUpdatedAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only loaded data changes the pages
  useEffect(() => {
    setPages((before) =>
      seen.reduce((done, { id }, index) => {
        const result = read[index];
        return result ? readPage(done, id, { ...result, count: result.leads.length }) : done;
      }, before),
    );
  }, [updates]);
  return {
    leadAt(row) {
      const at = pageAt(pages, row);
      const index = at ? seen.indexOf(at.page) : -1;
      return read[index]?.leads[at?.offset ?? 0] as Lead | undefined;
    },
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of results) if (error) void refetch();
    },
  };
}

async function loadPage(
  view: LeadView,
  first: FirstWindow,
  pages: readonly Page[],
  id: number,
  signal: AbortSignal,
) {
  const page = pages.find((one) => one.id === id);
  const body = {
    ...listOf(view),
    way: first.way,
    ...(page?.after && { after: page.after }),
    ...(page?.until && { until: page.until }),
    ...(page?.isFromEnd && { from_end: true }),
  };
  const result = await call('POST /leads/search', { body }, signal);
  return { ...result, isFromEnd: page?.isFromEnd ?? false };
}
