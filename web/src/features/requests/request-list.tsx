import { Anchor, Badge, Button, Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../../api/call.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LiveNews } from '../../components/live-news.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { requestsTexts } from '../../texts/requests.ts';
import { refreshMs } from './refresh.ts';
import { type RequestSearch, requestsPlace, spans } from './search.ts';

const { list: texts, reasons, statuses } = requestsTexts;
type Listed = Answer<'GET /requests'>;
type Place = NonNullable<Listed['next']>;

/** Requests of both kinds, the newest first. */
export function RequestList({ isLive }: { isLive: boolean }) {
  const { open: _, ...search } = requestsPlace.useSearch();
  const list = useInfiniteQuery({
    queryKey: ['GET /requests', search],
    queryFn: ({ pageParam, signal }) => call('GET /requests', { query: wishOf(search, pageParam) }, signal),
    initialPageParam: null as Place | null,
    getNextPageParam: (page: Listed) => page.next,
    // Whoever has gone back in time reads; nothing moves below his eyes.
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
      <LiveNews key={JSON.stringify(search)} ids={requests.map(keyOf)} say={texts.news} />
      <Text size="sm" c="dimmed">
        {texts.shown(requests.length, list.hasNextPage)}
      </Text>
      <Table highlightOnHover verticalSpacing="xs" aria-label={texts.label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.when}</Table.Th>
            <Table.Th>{texts.outcome}</Table.Th>
            <Table.Th visibleFrom="sm">{texts.workflow}</Table.Th>
            <Table.Th visibleFrom="sm">{texts.details}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {requests.map((request) => (
            <Row key={keyOf(request)} request={request} />
          ))}
        </Table.Tbody>
      </Table>
      <MoreButton pages={list} />
    </>
  );
}

type Request = Listed['requests'][number];

const keyOf = (request: Request) => (request.kind === 'accepted' ? request.id : `refused-${request.id}`);

/** The moment is cut to minutes, so that the same wish is the same wish for a while. */
function wishOf({ since, ...search }: Omit<RequestSearch, 'open'>, place: Place | null) {
  const minute = 60_000;
  const from = since && new Date(Math.floor((Date.now() - spans[since]) / minute) * minute).toISOString();
  return {
    ...search,
    ...(from === undefined ? {} : { since: from }),
    ...(place?.before_run ? { before_run: place.before_run } : {}),
    ...(place?.before_refused ? { before_refused: place.before_refused } : {}),
  };
}

function Row({ request }: { request: Request }) {
  const isAccepted = request.kind === 'accepted';
  const what = isAccepted ? statuses[request.status] : (reasons[request.reason] ?? request.reason);
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={request.at} />
      </Table.Td>
      <Table.Td>
        <Group gap={6}>
          <Badge variant="dot" tt="none" color={isAccepted ? 'blue' : 'red'}>
            {isAccepted ? texts.accepted : texts.refused}
          </Badge>
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                from="/requests"
                to="."
                search={(before) => ({ ...before, open: keyOf(request) })}
                {...props}
              />
            )}
          >
            {what}
          </Anchor>
        </Group>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {request.workflow.name}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{request.workflow.name}</Table.Td>
      <Table.Td visibleFrom="sm">
        {isAccepted ? texts.bytes(request.bytes) : texts.from(request.method, request.address)}
      </Table.Td>
    </Table.Tr>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title={texts.nothing} text={texts.nothingHelp} />
  ) : (
    <EmptyState
      title={texts.empty}
      text={texts.emptyHelp}
      action={
        <Button component={Link} to="/workflows">
          {texts.emptyAction}
        </Button>
      }
    />
  );
