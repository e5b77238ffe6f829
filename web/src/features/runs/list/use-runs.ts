import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { queryOf, type RunsSearch } from '../runs-search.ts';

const refreshMs = 3_000;

/**
 * Reads the runs that the filters select. Listed runs are updated live; new runs are only counted until the user asks
 * for them, so that the list doesn't move while someone reads it.
 */
export function useRuns(search: RunsSearch) {
  const filter = queryOf(search);
  const pages = useInfiniteQuery({
    queryKey: ['GET /runs', 'pages', search],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /runs',
        { query: { ...filter, ...(pageParam === null ? {} : { before: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
  });
  const { data: latest } = useQuery({
    ...query('GET /runs', { query: filter }),
    refetchInterval: refreshMs,
    enabled: pages.isSuccess,
  });
  const listed = pages.data?.pages.flatMap((page) => page.runs);
  const fresh = new Map(latest?.runs.map((run) => [run.id, run]));
  // An ID starts with the time, so the IDs of new runs are greater.
  const newest = listed?.[0]?.id ?? '';
  return {
    pages,
    // While the list is empty, there is nothing to disturb.
    runs: listed?.length === 0 ? (latest?.runs ?? listed) : listed?.map((run) => fresh.get(run.id) ?? run),
    news: listed?.length === 0 ? 0 : (latest?.runs.filter(({ id }) => id > newest).length ?? 0),
    isCut: pages.data?.pages[0]?.is_cut ?? false,
    showNew: () => void pages.refetch(),
  };
}
