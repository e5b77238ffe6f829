import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { StatusChip, shownStatus } from '../../../components/chips/status-chip.tsx';
import { TriggerKind } from '../../../components/chips/trigger-kind.tsx';
import { shortId } from '../../../components/runs/short-id.ts';
import type { Column } from '../../../components/table/column.ts';
import { durationOf } from '../../../components/values/duration.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { Name } from '../../../components/values/name.tsx';
import { failureText } from '../../../components/values/step-name.ts';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runsListTexts as texts } from '../../../texts/runs/runs-list.ts';
import type { ListedRun } from './listed-run.ts';
import classes from './run-list.module.css';
import { RunProgress } from './run-progress.tsx';

const { columns } = texts;
const nothing = '–';

const tookOf = ({ accepted_at, ended_at }: ListedRun) =>
  ended_at === null ? nothing : durationOf(accepted_at, ended_at);

/** The columns of the run list. On a phone, the status and the times are below the workflow's name. */
const runColumns: readonly Column<ListedRun>[] = [
  {
    key: 'status',
    label: columns.status,
    width: 124,
    from: 'sm',
    cell: (run) => <StatusChip status={shownStatus(run)} />,
  },
  {
    key: 'workflow',
    label: columns.workflow,
    isLink: true,
    cell: (run) => (
      <span className={classes.workflow}>
        <Name>{run.workflow.name ?? runsTexts.deletedWorkflow}</Name>{' '}
        <span className={classes.version}>{texts.version(run.workflow.version)}</span>
      </span>
    ),
    below: (run) => <BelowName run={run} summary={run.summary} />,
  },
  {
    key: 'trigger',
    label: columns.trigger,
    width: 132,
    from: 'md',
    cell: ({ trigger }) => <TriggerKind kind={trigger} />,
  },
  { key: 'lead', label: columns.lead, width: 160, from: 'md', cell: (run) => <Lead run={run} /> },
  {
    key: 'attempts',
    label: columns.attempts,
    width: 90,
    isAtEnd: true,
    from: 'lg',
    cell: ({ attempts }) => (attempts === 0 ? nothing : attempts),
  },
  {
    key: 'started',
    label: columns.started,
    width: 130,
    from: 'sm',
    cell: ({ accepted_at }) => <Moment at={accepted_at} isInGrid />,
  },
  { key: 'duration', label: columns.duration, width: 96, isAtEnd: true, from: 'sm', cell: tookOf },
];

function RunName({ id, summary, workflow }: ListedRun) {
  const name = summary ?? shortId(id);
  return (
    <span className={classes.run}>
      <span className={classes.name} title={escapeBidi(name)}>
        <Name>{name}</Name>
      </span>{' '}
      <span className={classes.version}>{texts.version(workflow.version)}</span>
    </span>
  );
}

const BelowRunName = (run: ListedRun) => <BelowName run={run} summary={null} />;

/** The run's details and, on a phone, the values of the columns that have no room. */
const BelowName = ({ run, summary }: { run: ListedRun; summary: string | null }) => (
  <>
    <RunDetail run={run} summary={summary} />
    <span className={classes.narrow}>
      <StatusChip status={shownStatus(run)} />
      <Moment at={run.accepted_at} isInGrid />
      {run.ended_at !== null && <span>{tookOf(run)}</span>}
    </span>
  </>
);

/** One line about a run: why it failed, its current step, or its input. */
function RunDetail({ run, summary }: { run: ListedRun; summary: string | null }) {
  if (run.status === 'failed' && run.error !== null)
    return (
      <span className={run.retried_as === null ? classes.error : classes.detail}>
        {escapeBidi(failureText(run.error, run.message))}
      </span>
    );
  if (run.ended_at === null) return <RunProgress run={run} />;
  const words = [
    ...(summary === null ? [] : [escapeBidi(summary)]),
    ...(run.warnings === 0 ? [] : [runsTexts.warnings(run.warnings)]),
  ];
  return words.length === 0 ? null : <span className={classes.detail}>{words.join(' · ')}</span>;
}

/** The columns on a workflow's own page. A run is named after its data, because all have the same workflow. */
const columnsInWorkflow = runColumns.map((column) =>
  column.key === 'workflow' ? { ...column, label: columns.run, cell: RunName, below: BelowRunName } : column,
);

/** Returns the columns of the run list, for all workflows or for one. */
export const runColumnsOf = (isInWorkflow: boolean) => (isInWorkflow ? columnsInWorkflow : runColumns);

function Lead({ run: { lead } }: { run: ListedRun }) {
  if (lead === null) return nothing;
  return (
    <Group gap={8} wrap="nowrap">
      <PersonAvatar name={lead.name} size={22} />
      <Text size="sm" truncate>
        <Anchor
          inherit
          c="inherit"
          tabIndex={-1}
          renderRoot={(props) => <Link to={`/leads/${lead.id}` as never} {...props} />}
        >
          {escapeBidi(lead.name)}
        </Anchor>
      </Text>
    </Group>
  );
}
