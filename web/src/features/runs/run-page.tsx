import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { StatusChip } from '../../components/chips/status-chip.tsx';
import { BackLink } from '../../components/page/back-link.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { DataBlock } from '../../components/values/data-block.tsx';
import { durationOf } from '../../components/values/duration.ts';
import { Moment } from '../../components/values/moment.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';
import { CancelButton } from './cancel-button.tsx';
import { CompareRuns } from './compare-runs.tsx';
import { RetryButton } from './retry-button.tsx';
import { StepTimeline } from './step-timeline.tsx';
import type { ViewedRun } from './viewed-run.ts';

const route = getRouteApi('/runs/$id');
const refreshMs = 1_500;
const unfinished = ['queued', 'running', 'waiting'];

/** One run: its input, a timeline of its steps, its error, and the actions to retry or cancel it. */
export function RunPage() {
  const { id } = route.useParams();
  const { compare } = route.useSearch();
  const { data: run } = useSuspenseQuery({
    ...query('GET /runs/:id', { params: { id }, query: {} }),
    refetchInterval: ({ state }) => (unfinished.includes(state.data?.status ?? '') ? refreshMs : false),
  });
  return (
    <PageFrame
      back={<BackLink to="/runs" label={runsTexts.backToAll} />}
      title={run.workflow.name ?? runsTexts.deletedWorkflow}
      about={<RunHead run={run} />}
      actions={
        <>
          {unfinished.includes(run.status) && <CancelButton run={run} />}
          {(run.status === 'failed' || run.status === 'cancelled') && run.retried_as === null && (
            <RetryButton run={run} />
          )}
        </>
      }
    >
      {run.error !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} title={runsTexts.failedBecause}>
          {run.error}
        </Alert>
      )}
      <Links run={run} />
      {/* Show a comparison above the steps. */}
      {compare !== undefined && <CompareRuns run={run} other={compare} />}
      <StepTimeline run={run} />
      <Panel title={runsTexts.input}>
        <DataBlock value={run.input} label={runsTexts.input} />
      </Panel>
      {compare === undefined && <CompareRuns run={run} other={undefined} />}
    </PageFrame>
  );
}

const RunHead = ({ run }: { run: ViewedRun }) => (
  <Stack gap={4}>
    <Group gap="md" style={{ rowGap: 2 }}>
      <span role="status">
        <StatusChip status={run.status} />
      </span>
      <Text size="sm" span>
        {run.workflow.name === null ? (
          runsTexts.version(run.workflow.version)
        ) : (
          <Anchor component={Link} to={`/workflows/${run.workflow.id}`} inherit>
            {runsTexts.versionOf(run.workflow.version)}
          </Anchor>
        )}
      </Text>
      <Text size="sm" span>
        {runsTexts.accepted} <Moment at={run.accepted_at} />
      </Text>
      {run.ended_at !== null && (
        <Text size="sm" span>
          {run.started_at === null
            ? `${runsTexts.took} ${durationOf(run.accepted_at, run.ended_at)}`
            : runsTexts.waitedAndRan(
                durationOf(run.accepted_at, run.started_at),
                durationOf(run.started_at, run.ended_at),
              )}
        </Text>
      )}
      {run.status === 'waiting' && run.due_at !== null && (
        <Text size="sm" span>
          {runsTexts.goesOn} <Moment at={run.due_at} />
        </Text>
      )}
    </Group>
    <Text size="xs" ff="monospace">
      {run.id}
    </Text>
  </Stack>
);

/** Links to the run that started this run, and to this run's retries. */
const Links = ({ run }: { run: ViewedRun }) => (
  <>
    {run.started_by !== null && <RunLink text={runsTexts.startedBy} id={run.started_by} />}
    {run.retry_of !== null && <RunLink text={runsTexts.retryOf} id={run.retry_of} />}
    {run.retried_as !== null && <RunLink text={runsTexts.retriedAs} id={run.retried_as} />}
  </>
);

const RunLink = ({ text, id }: { text: string; id: string }) => (
  <Text size="sm">
    {text}{' '}
    <Anchor size="sm" renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}>
      {id}
    </Anchor>
  </Text>
);
