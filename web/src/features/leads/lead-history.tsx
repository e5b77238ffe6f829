import { Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiResponse, call } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { leadsTexts, leadTexts } from '../../texts/leads.ts';
import { fieldText, type Lead, useLeadForm } from './field.ts';
import { typeOf } from './field-types.ts';
import classes from './lead.module.css';

type Entry = ApiResponse<'GET /leads/:id/history'>['history'][number];
type Change = Entry['changes'][number];

/** Shows who changed a lead, via which credential, and the old and new values. Can be filtered by field. */
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
  const shown =
    only === '' ? entries : entries.filter(({ changes }) => changes.some(({ field }) => field === only));
  const touched = new Set(entries.flatMap(({ changes }) => changes.map(({ field }) => field)));
  return (
    <Panel
      title={leadTexts.history}
      about={leadTexts.historyCount(data.pages[0]?.total ?? 0)}
      actions={
        <NativeSelect
          size="xs"
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
      }
    >
      <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map((entry) => (
          <OneEntry key={entry.id} entry={entry} only={only} lead={lead} />
        ))}
      </Stack>
      {shown.length === 0 && <Text size="sm">{leadTexts.noChanges}</Text>}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
          {leadTexts.loadMore}
        </Button>
      )}
    </Panel>
  );
}

function OneEntry({ entry, only, lead }: { entry: Entry; only: string; lead: Lead | undefined }) {
  const { date, action, user, changes, run, started_by } = entry;
  const shown = only === '' ? changes : changes.filter(({ field }) => field === only);
  return (
    <li className={classes.entry}>
      <Group gap={6} justify="space-between" wrap="nowrap" align="baseline">
        <Text size="sm" component="div" className={classes.change}>
          <b>
            <Name>{user?.name ?? leadTexts.operatorName}</Name>
          </b>{' '}
          {leadTexts.actions[action]} {escapeBidi(viaOf(entry))}
        </Text>
        <Text size="xs" c="dimmed" component="div" style={{ whiteSpace: 'nowrap' }}>
          <Moment at={date} />
        </Text>
      </Group>
      {run !== null && (
        <Anchor component={Link} to={`/runs/${run}`} size="xs">
          {leadTexts.toRun}
        </Anchor>
      )}
      {started_by !== null && (
        <Text size="xs" component="div">
          {leadTexts.startedBy}{' '}
          <Anchor component={Link} to={`/runs/${started_by}`} size="xs">
            {started_by}
          </Anchor>
        </Text>
      )}
      {isByJob(entry) && (
        <Anchor component={Link} to={`/leads/jobs/${entry.means.id}`} size="xs">
          {leadTexts.toJob}
        </Anchor>
      )}
      <Stack gap={2} mt={4}>
        {shown.map((change) => (
          <OneChange key={change.field} change={change} isFirst={action === 'created'} lead={lead} />
        ))}
      </Stack>
    </li>
  );
}

const isByJob = ({ means }: Entry) => means.type === 'ui' && means.id !== null;

function viaOf(entry: Entry): string {
  const { type, name } = entry.means;
  const describe = leadTexts.means[isByJob(entry) ? 'job' : type];
  return describe ? describe(name ?? '') : type;
}

function OneChange({
  change,
  isFirst,
  lead,
}: {
  change: Change;
  /** Whether the entry records the lead's creation, which has no old values. */
  isFirst: boolean;
  lead: Lead | undefined;
}) {
  const { byAlias, users } = useLeadForm();
  const field = byAlias.get(change.field);
  const label = field?.label ?? change.field;
  const put = useChange('PATCH /leads/:id', [
    'GET /leads/:id',
    'GET /leads/:id/history',
    'POST /leads/search',
  ]);
  const shownOf = (value: unknown) => (field ? typeOf(field).textOf(value, users) : fieldText(value));
  const canRestore =
    lead && !isFirst && JSON.stringify(lead[change.field] ?? null) !== JSON.stringify(change.old ?? null);
  const restore = async () => {
    if (!lead) return;
    await put.mutateAsync({ params: { id: lead.id }, body: { [change.field]: change.old } });
    showSuccess(leadTexts.valueRestored(label));
  };
  return (
    <Group gap={4} wrap="nowrap" justify="space-between" align="flex-start">
      <Text size="xs" component="div" className={classes.change} dir="auto">
        {label}:{' '}
        {!isFirst && (
          <>
            <span className={classes.old}>
              <Name>{shownOf(change.old) || leadsTexts.empty}</Name>
            </span>{' '}
            →{' '}
          </>
        )}
        <Name>{shownOf(change.new) || leadsTexts.empty}</Name>
      </Text>
      {canRestore && field && !field.read_only && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={leadTexts.restoreValue(label)}
          title={leadTexts.restoreValue(label)}
          loading={put.isPending}
          onClick={() => void restore().catch(showFailure)}
        >
          <IconArrowBackUp size={14} />
        </Button>
      )}
    </Group>
  );
}
