import { Button, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Loading } from '../../../components/page/loading.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { type Lead, useLeadForm } from '../field.ts';
import { dayOf, groupHistory } from './group-history.ts';
import { HistoryItem } from './history-item.tsx';
import classes from './record.module.css';

const dayMs = 86_400_000;
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

/** Shows who changed a lead, by which means, and the old and new values, by day. Can be filtered by field. */
export function LeadHistory({
  id,
  lead,
}: {
  id: number;
  /** Undefined if the user can't edit the lead. */
  lead: Lead | undefined;
}) {
  const [only, setOnly] = useState('');
  const { fields } = useLeadForm();
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['GET /leads/:id/history', id],
    queryFn: ({ pageParam, signal }) =>
      call('GET /leads/:id/history', { params: { id }, query: { start: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const seen = pages.reduce((sum, { history }) => sum + history.length, 0);
      return seen < total ? seen : undefined;
    },
  });
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <Loading />;
  const entries = data.pages.flatMap(({ history }) => history);
  const isShown = ({ changes }: (typeof entries)[number]) =>
    only === '' || changes.some(({ field }) => field === only);
  const days = groupHistory(entries.filter(isShown));
  const touched = new Set(entries.flatMap(({ changes }) => changes.map(({ field }) => field)));
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.only}
        aria-label={leadTexts.onlyField}
        value={only}
        data={[
          { value: '', label: leadTexts.allFields },
          ...fields
            .filter(({ alias }) => touched.has(alias))
            .map(({ alias, label }) => ({ value: alias, label })),
        ]}
        onChange={({ currentTarget }) => setOnly(currentTarget.value)}
      />
      {days.map(({ day, groups }) => (
        <section key={day}>
          <h3 className={classes.day}>{dayName(day)}</h3>
          <ol className={classes.items}>
            {groups.map((group) => (
              <HistoryItem key={group.first.id} group={group} only={only} lead={lead} />
            ))}
          </ol>
        </section>
      ))}
      {days.length === 0 && <Text size="sm">{leadTexts.noChanges}</Text>}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
          {leadTexts.loadMore}
        </Button>
      )}
    </>
  );
}

function dayName(day: string): string {
  if (day === dayOf(Date.now())) return leadTexts.today;
  if (day === dayOf(Date.now() - dayMs)) return leadTexts.yesterday;
  return longDay.format(new Date(`${day}T12:00:00`));
}
