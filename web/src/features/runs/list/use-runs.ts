import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { queryOf, type RunsSearch } from '../runs-search.ts';

const refreshMs = 5_000;

/**
 * Returns the runs that the filters select: the listed pages, and a `newer` first page if there is one. Only the list reads
 * the pages. If others did too, new runs would move into the list whenever one of them appears on the screen.
 */
function useFirstPages(search: RunsSearch, isList: boolean) {
  const filter = queryOf(search);
  const pages = useInfiniteQuery({
    queryKey: ['GET /runs', 'pages', search],
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      const page = await call('GET /runs', { query: { ...filter, ...before } }, signal);
      return { ...page, readAt: Date.now() };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
    enabled: isList,
  });
  const first = pages.data?.pages[0];
  const latest = useQuery({
    ...query('GET /runs', { query: filter }),
    initialData: () => first,
    initialDataUpdatedAt: () => first?.readAt,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    enabled: first !== undefined,
  });
  const isNewer = first === undefined || latest.dataUpdatedAt > first.readAt;
  return { pages, first, newer: isNewer ? latest.data : undefined };
}

/**
 * Reads the runs that the filters select. Listed runs are updated live; new runs are only counted until the user asks
 * for them, so that the list doesn't move while someone reads it.
 */
export function useRuns(search: RunsSearch) {
  const { pages, first, newer } = useFirstPages(search, true);
  const listed = pages.data?.pages.flatMap((page) => page.runs);
  const fresh = new Map(newer?.runs.map((run) => [run.id, run]));
  // An ID starts with the time. So IDs from `end` on are on the newer page, unless the filters no longer select their run.
  const end = newer?.next ?? '';
  const kept = newer ? listed?.flatMap((run) => (run.id < end ? run : (fresh.get(run.id) ?? []))) : listed;
  const newest = listed?.[0]?.id ?? '';
  // While the list is empty, there is nothing to disturb.
  const isEmpty = kept?.length === 0;
  return {
    pages,
    runs: isEmpty ? (newer?.runs ?? kept) : kept,
    news: isEmpty ? 0 : (newer?.runs.filter(({ id }) => id > newest).length ?? 0),
    isCut: first?.is_cut ?? false,
    showNew: () => void pages.refetch(),
  };
}

/**
 * Counts the runs of the time range by status, including statuses that the filters leave out. The counts come from the
 * response that the list shows. While other filters load, they are the previous ones.
 */
export function useRunTotals(search: RunsSearch) {
  const { first, newer } = useFirstPages(search, false);
  return (newer ?? first)?.totals;
}
