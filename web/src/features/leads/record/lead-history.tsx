import { Button, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { Loaded } from '../../../components/page/loaded.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { type Lead, useLeadForm } from '../field.ts';
import { dayOf, groupHistory } from './group-history.ts';
import { HistoryItem } from './history-item.tsx';
import classes from './record.module.css';

const dayMs = 86_400_000;
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

type History = ReturnType<typeof useLeadHistory>;

export const useLeadHistory = (id: number) =>
  useInfiniteQuery({
    queryKey: ['GET /leads/:id/history', id],
    queryFn: ({ pageParam, signal }) =>
      call('GET /leads/:id/history', { params: { id }, query: { start: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const seen = pages.reduce((sum, { history }) => sum + history.length, 0);
      return seen < total ? seen : undefined;
    },
  });

const entriesOf = ({ data }: History) => (data?.pages ?? []).flatMap(({ history }) => history);

/** Chooses the field whose changes are shown, among those that have changed. An empty value means all fields. Nothing is shown if there is only one change. */
export function FieldFilter({
  history,
  only,
  onChange,
}: {
  history: History;
  only: string;
  onChange: (alias: string) => void;
}) {
  const { fields } = useLeadForm();
  if (entriesOf(history).length < 2) return null;
  const touched = new Set(entriesOf(history).flatMap(({ changes }) => changes.map(({ field }) => field)));
  return (
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
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Shows who changed a lead, by which means, and the old and new values, by day. */
export function LeadHistory({
  history,
  only,
  lead,
}: {
  history: History;
  /** The field whose changes are shown. An empty value means all fields. */
  only: string;
  /** Undefined if the user can't edit the lead. */
  lead: Lead | undefined;
}) {
  const { hasNextPage, fetchNextPage, isFetching } = history;
  const days = groupHistory(
    entriesOf(history).filter(({ changes }) => only === '' || changes.some(({ field }) => field === only)),
  );
  return (
    <Loaded result={history}>
      {() => (
        <>
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
      )}
    </Loaded>
  );
}

function dayName(day: string): string {
  if (day === dayOf(Date.now())) return leadTexts.today;
  if (day === dayOf(Date.now() - dayMs)) return leadTexts.yesterday;
  return longDay.format(new Date(`${day}T12:00:00`));
}
