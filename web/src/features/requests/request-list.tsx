import { Button, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ApiResponse, call } from '../../api/call.ts';
import { NewRowsAnnouncer } from '../../components/notices/new-rows-announcer.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { MoreButton } from '../../components/page/more-button.tsx';
import { TableCard } from '../../components/page/table-card.tsx';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { refreshMs } from './refresh.ts';
import { keyOf, RequestRow } from './request-row.tsx';
import { type RequestSearch, requestsPlace, spans } from './search.ts';

const { list: texts } = requestsTexts;
type Listed = ApiResponse<'GET /requests'>;
type Cursor = NonNullable<Listed['next']>;

/** Lists accepted and rejected requests, newest first. */
export function RequestList({ isLive }: { isLive: boolean }) {
  const { open: _, ...search } = requestsPlace.useSearch();
  const list = useInfiniteQuery({
    queryKey: ['GET /requests', search],
    queryFn: ({ pageParam, signal }) => call('GET /requests', { query: wishOf(search, pageParam) }, signal),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page: Listed) => page.next,
    // Stop refreshing once older pages are loaded, so rows don't move while the user reads them.
    refetchInterval: ({ state }) => (isLive && (state.data?.pages.length ?? 0) <= 1 ? refreshMs : false),
  });
  if (list.isPending) return <Loading />;
  if (list.isError && !list.data)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const requests = list.data.pages.flatMap((page) => page.requests);
  if (requests.length === 0) return <Nothing isFiltered={Object.keys(search).length > 0} />;
  return (
    <>
      {list.isError && <ErrorNotice error={list.error} />}
      <NewRowsAnnouncer key={JSON.stringify(search)} ids={requests.map(keyOf)} say={texts.news} />
      <Text size="sm" c="dimmed">
        {texts.shown(requests.length, list.hasNextPage)}
      </Text>
      <TableCard>
        <Table highlightOnHover aria-label={texts.label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th visibleFrom="sm">{texts.when}</Table.Th>
              <Table.Th w={{ sm: 300 }}>{texts.outcome}</Table.Th>
              <Table.Th visibleFrom="sm">{texts.workflow}</Table.Th>
              <Table.Th visibleFrom="md" w={150}>
                {texts.from}
              </Table.Th>
              <Table.Th visibleFrom="md">{texts.size}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {requests.map((request) => (
              <RequestRow key={keyOf(request)} request={request} />
            ))}
          </Table.Tbody>
        </Table>
      </TableCard>
      <MoreButton pages={list} />
    </>
  );
}

/** Builds the query. It rounds the time down to the minute, so the query doesn't change on every render. */
function wishOf({ since, ...search }: Omit<RequestSearch, 'open'>, cursor: Cursor | null) {
  const minute = 60_000;
  const from = since && new Date(Math.floor((Date.now() - spans[since]) / minute) * minute).toISOString();
  return {
    ...search,
    ...(from === undefined ? {} : { since: from }),
    ...(cursor?.before_run ? { before_run: cursor.before_run } : {}),
    ...(cursor?.before_refused ? { before_refused: cursor.before_refused } : {}),
  };
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title={texts.nothing} text={texts.nothingHelp} />
  ) : (
    <EmptyState
      drawing="inbox"
      title={texts.empty}
      text={texts.emptyHelp}
      action={
        <Button component={Link} to="/workflows">
          {texts.emptyAction}
        </Button>
      }
    />
  );
