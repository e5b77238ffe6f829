import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Answer, call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import type { Lead } from '../field.ts';
import { chosenOf, type LeadView, usualOrder } from '../view/lead-view.ts';
import { beginPages, firstPage, type Page, pageAt, pagesBetween, readPage } from './lead-pages.ts';

/** What is loaded beyond what is seen, so that scrolling on seldom waits. */
const rowsAhead = 40;
const keptMs = 60_000;
/** Pages are of one list on one screen: their numbers mean nothing to another. */
let lists = 0;

export type FirstWindow = Answer<'POST /leads/search'>;

const listOf = (view: LeadView) => ({ ...chosenOf(view), order: view.order ?? usualOrder });

/** The leads that a view begins with, and how many there are; while another view is loaded, the last one stays. */
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

/** The pages of a list, and what to do with what was read of them. */
export function usePages(view: LeadView, first: FirstWindow) {
  const [list] = useState(() => ++lists);
  const [pages, setPages] = useState(() =>
    beginPages({
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

/** The leads at these rows, as far as they are loaded: only the pages that are looked at are asked for. */
export function useLeadPages(
  view: LeadView,
  first: FirstWindow,
  { list, pages, setPages }: ReturnType<typeof usePages>,
  rows: { from: number; to: number },
): { leadAt: (row: number) => Lead | undefined; error: Error | null } {
  const seen = pagesBetween(pages, rows.from - rowsAhead, rows.to + rowsAhead);
  const now = useRef(pages);
  now.current = pages;
  const results = useQueries({
    queries: seen.map(({ id }) => ({
      queryKey: ['POST /leads/search', list, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => askPage(view, first, now.current, id, signal),
      gcTime: keptMs,
      ...(id === firstPage && { initialData: { ...first, isFromEnd: view.end === true } }),
    })),
  });
  const read = results.map(({ data }) => data);
  const told = seen.map(({ id }, index) => `${id} ${results[index]?.dataUpdatedAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was read changes the pages
  useEffect(() => {
    setPages((before) =>
      seen.reduce((done, { id }, index) => {
        const answer = read[index];
        return answer ? readPage(done, id, { ...answer, count: answer.leads.length }) : done;
      }, before),
    );
  }, [told]);
  return {
    leadAt(row) {
      const at = pageAt(pages, row);
      const index = at ? seen.indexOf(at.page) : -1;
      return read[index]?.leads[at?.offset ?? 0] as Lead | undefined;
    },
    error: results.find(({ error }) => error)?.error ?? null,
  };
}

async function askPage(
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
  const answer = await call('POST /leads/search', { body }, signal);
  return { ...answer, isFromEnd: page?.isFromEnd ?? false };
}
