import { NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { HttpStatusChip } from '../../components/chips/http-status-chip.tsx';
import { FilterRow } from '../../components/fields/filter-row.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { MoreButton } from '../../components/page/more-button.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { sharedTexts } from '../../texts/shared.ts';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { DeliveryChip, NextAttempt } from './chips.tsx';
import { refreshMs } from './refresh.ts';
import type { Delivery } from './webhook.ts';
import type { WebhookSearch } from './webhook-search.ts';
import classes from './webhooks.module.css';

const texts = webhooksTexts.deliveries;
const route = getRouteApi('/apps/webhooks/$id');

/** A webhook's deliveries, newest first. */
export function Deliveries({ id }: { id: number }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const pages = useDeliveries(id, status);
  const { data } = pages;
  const rows = data && withoutRepeats(data.pages.flatMap(({ deliveries }) => deliveries));
  const choose = (chosen: string) =>
    void navigate({
      search: chosen === '' ? {} : { status: chosen as NonNullable<WebhookSearch['status']> },
      replace: true,
    });
  const table = (
    <DataTable
      name="deliveries"
      label={texts.label}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      nameOf={nameOf}
      linkOf={(delivery) => ({
        to: '/apps/webhooks/$id',
        params: { id: String(id) },
        search: { ...(status && { status }), delivery: Number(delivery.id) },
        'aria-label': nameOf(delivery),
        resetScroll: false,
      })}
      footer={
        rows && <span role="status">{texts.shown(rows.length, data.pages.at(-1)?.total ?? rows.length)}</span>
      }
    />
  );
  return (
    <>
      {(status !== undefined || rows?.length !== 0) && (
        <FilterRow onClear={status !== undefined && (() => choose(''))}>
          <NativeSelect
            aria-label={texts.status}
            data={[
              { value: '', label: texts.all },
              ...Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
            ]}
            value={status ?? ''}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        </FilterRow>
      )}
      <Loaded result={pages} placeholder={table}>
        {() => (rows?.length === 0 ? <NoDeliveries isFiltered={status !== undefined} /> : table)}
      </Loaded>
      <MoreButton pages={pages} />
    </>
  );
}

const useDeliveries = (id: number, status: WebhookSearch['status']) =>
  useInfiniteQuery({
    queryKey: ['GET /webhooks/:id/deliveries', id, status],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /webhooks/:id/deliveries',
        { params: { id }, query: { start: pageParam, ...(status && { status }) } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total, deliveries }, _, start) =>
      start + deliveries.length < total && deliveries.length > 0 ? start + deliveries.length : null,
    refetchInterval: ({ state }) => refreshMs(state.data?.pages.flatMap(({ deliveries }) => deliveries)),
  });

/** New deliveries move older ones to the next page, which then repeats them. */
const withoutRepeats = (deliveries: readonly Delivery[]) => [
  ...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values(),
];

const NoDeliveries = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title={texts.noneFits} text={texts.noneFitsHelp} />
  ) : (
    <EmptyState drawing="event" title={texts.none} text={texts.noneHelp} guide="event-webhooks.md" />
  );

const keyOf = ({ id }: Delivery) => id;
const nameOf = ({ type, id }: Delivery) => texts.open(type, id);

/** The HTTP status of the last attempt, or why there is none. */
const Response = ({ last_attempt }: Pick<Delivery, 'last_attempt'>) => {
  if (!last_attempt) return sharedTexts.nothing;
  const { status, error } = last_attempt;
  return status === null ? (
    <span className={classes.cause} title={error ?? ''}>
      <Name>{error ?? texts.noResponse}</Name>
    </span>
  ) : (
    <HttpStatusChip status={status} />
  );
};

const isCause = ({ last_attempt }: Delivery) => last_attempt?.status === null;

const columns: readonly Column<Delivery>[] = [
  {
    key: 'type',
    label: texts.columns.type,
    isLink: true,
    cell: ({ type }) => type,
    below: (delivery) => (
      <Text size="xs" c="dimmed" component="div" hiddenFrom="sm" mt={6}>
        <span className={classes.beforeText}>
          <DeliveryChip status={delivery.status} hasFailed={delivery.attempts > 0} />
        </span>
        <Response last_attempt={delivery.last_attempt} />
        {/* A cause has its own line. */}
        {!isCause(delivery) && ' · '}
        {texts.attempts(delivery.attempts)} · <Moment at={delivery.created_at} isInGrid />
        {delivery.next_attempt_at !== null && (
          <>
            {' · '}
            {texts.next} <NextAttempt at={delivery.next_attempt_at} isInGrid />
          </>
        )}
      </Text>
    ),
  },
  {
    key: 'status',
    label: texts.columns.status,
    width: 128,
    from: 'sm',
    cell: ({ status, attempts }) => <DeliveryChip status={status} hasFailed={attempts > 0} />,
  },
  {
    key: 'response',
    label: texts.columns.response,
    width: 190,
    from: 'sm',
    cell: ({ last_attempt }) => <Response last_attempt={last_attempt} />,
  },
  {
    key: 'attempts',
    label: texts.columns.attempts,
    width: 80,
    isAtEnd: true,
    from: 'sm',
    cell: ({ attempts }) => attempts,
  },
  {
    key: 'next',
    label: texts.columns.next,
    width: 124,
    from: 'md',
    cell: ({ next_attempt_at }) =>
      next_attempt_at === null ? sharedTexts.nothing : <NextAttempt at={next_attempt_at} isInGrid />,
  },
  {
    key: 'created',
    label: texts.columns.created,
    width: 124,
    from: 'sm',
    cell: ({ created_at }) => <Moment at={created_at} isInGrid />,
  },
];
