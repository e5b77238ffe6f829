import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ApiResponse, call } from '../../api/call.ts';
import { filtersOf, type RequestSearch } from './search.ts';

export type Listed = ApiResponse<'GET /requests'>;
export type Request = Listed['requests'][number];
export type Summary = ApiResponse<'GET /requests/summary'>;
type Cursor = NonNullable<Listed['next']>;

const refreshMs = 5_000;

/** Identifies a request in the page's URL. */
export const keyOf = (request: Request) =>
  request.kind === 'accepted' ? request.id : `refused-${request.id}`;

/**
 * The list and its summary: of the workspace's requests, or of one workflow's activity. The list keeps its rows while the
 * user reads; `newCount` says how many are waiting.
 */
export function useRequests({ open: _, ...search }: RequestSearch, workflow?: number) {
  const activity = workflow === undefined ? {} : { activity_of: workflow };
  const page = (cursor: Cursor | null, signal: AbortSignal) =>
    call(
      'GET /requests',
      { query: { ...filtersOf(search), ...activity, ...kindOf(search), ...after(cursor) } },
      signal,
    );
  const list = useInfiniteQuery({
    queryKey: ['GET /requests', workflow, search],
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (last: Listed) => last.next,
    refetchOnWindowFocus: false,
  });
  const latest = useQuery({
    queryKey: ['GET /requests', 'latest', workflow, search],
    queryFn: ({ signal }) => page(null, signal),
    refetchInterval: refreshMs,
    enabled: list.isSuccess,
  });
  const { kind: __, ...counted } = search;
  const summary = useQuery({
    queryKey: ['GET /requests/summary', workflow, counted],
    queryFn: ({ signal }) =>
      call('GET /requests/summary', { query: { ...filtersOf(counted), ...activity } }, signal),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const loaded = list.data?.pages.flatMap((one) => one.requests);
  return {
    list,
    ...merged(loaded, latest.data?.requests ?? []),
    summary,
    counts: summary.data && { accepted: summary.data.accepted, refused: summary.data.refused },
  };
}

/** Updates the loaded rows with their latest state, and counts rows that aren't loaded yet. An empty list shows them at once. */
function merged(loaded: readonly Request[] | undefined, latest: readonly Request[]) {
  if (!loaded) return { rows: undefined, newCount: 0 };
  if (loaded.length === 0) return { rows: latest, newCount: 0 };
  const fresh = new Map(latest.map((request) => [keyOf(request), request]));
  const rows = loaded.map((request) => fresh.get(keyOf(request)) ?? request);
  const known = new Set(loaded.map(keyOf));
  return { rows, newCount: latest.filter((request) => !known.has(keyOf(request))).length };
}

const kindOf = ({ kind }: RequestSearch) => (kind === undefined ? {} : { kind });

const after = (cursor: Cursor | null) => ({
  ...(cursor?.before_run ? { before_run: cursor.before_run } : {}),
  ...(cursor?.before_refused ? { before_refused: cursor.before_refused } : {}),
});
