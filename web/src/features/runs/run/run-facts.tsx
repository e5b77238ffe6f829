import { Anchor, Group, Paper } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusChip, shownStatus } from '../../../components/chips/status-chip.tsx';
import { shortId } from '../../../components/runs/short-id.ts';
import { durationOf } from '../../../components/values/duration.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { Name } from '../../../components/values/name.tsx';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import { runTexts } from '../../../texts/runs/runs-run.ts';
import type { ViewedRun } from '../viewed-run.ts';
import { LeadLink } from './lead-link.tsx';
import classes from './run.module.css';

const { facts: texts } = runTexts;

/** A run's status and its most important facts, in one line. */
export const RunFacts = ({ run }: { run: ViewedRun }) => (
  <Paper withBorder className={classes.facts}>
    <span role="status">
      <StatusChip status={shownStatus(run)} />
    </span>
    <dl className={classes.values}>
      <Fact label={texts.version}>
        <Version run={run} />
      </Fact>
      <Fact label={texts.trigger}>
        <Trigger run={run} />
      </Fact>
      {run.lead && (
        <Fact label={texts.lead}>
          <LeadLink {...run.lead} />
        </Fact>
      )}
      <Fact label={texts.started}>
        <Moment at={run.accepted_at} />
      </Fact>
      <Took run={run} />
      {run.warnings > 0 && <Fact label={texts.warnings}>{run.warnings}</Fact>}
      {run.runs_as !== null && (
        <Fact label={texts.runsAs}>
          <Name>{run.runs_as}</Name>
        </Fact>
      )}
      <RunLink label={texts.startedBy} id={run.started_by} related={run.related} />
      <RunLink label={texts.retryOf} id={run.retry_of} related={run.related} />
      <RunLink label={texts.retriedAs} id={run.retried_as} related={run.related} />
    </dl>
  </Paper>
);

/** A value with its label above it. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** How the run was started. Links to the request if there was one. */
function Trigger({ run: { trigger, request } }: { run: ViewedRun }) {
  const word = runsListTexts.triggers[trigger];
  if (request === null) return word;
  return (
    <>
      {word}
      {' · '}
      <Anchor inherit renderRoot={(props) => <Link to="/requests" search={{ open: request }} {...props} />}>
        {texts.request}
      </Anchor>
    </>
  );
}

/** Links to what the version changed. */
function Version({ run: { workflow } }: { run: ViewedRun }) {
  const { id, name, version } = workflow;
  if (name === null) return runTexts.openVersion(version);
  const before = version > 1 ? { from: String(version - 1) } : {};
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link
          to="/workflows/$id/versions"
          params={{ id: String(id) }}
          search={{ to: String(version), ...before }}
          {...props}
        />
      )}
    >
      {runTexts.openVersion(version)}
    </Anchor>
  );
}

/** The time from accepted to finished, as in the list and the charts, and how much of it the run was queued. */
function Took({ run: { accepted_at, started_at, ended_at } }: { run: ViewedRun }) {
  if (ended_at === null) return null;
  if (started_at === null) return <Fact label={texts.duration}>{durationOf(accepted_at, ended_at)}</Fact>;
  return (
    <Fact label={texts.duration}>
      {durationOf(accepted_at, ended_at)}
      <span className={classes.dim}> · {texts.queued(durationOf(accepted_at, started_at))}</span>
    </Fact>
  );
}

/** Links to another run, and shows how it went. */
function RunLink({ label, id, related }: { label: string; id: string | null } & Pick<ViewedRun, 'related'>) {
  const other = related.find((run) => run.id === id);
  if (id === null) return null;
  return (
    <Fact label={label}>
      <Group gap={6}>
        <Anchor
          inherit
          ff="monospace"
          className={classes.id ?? ''}
          aria-label={id}
          renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}
        >
          {shortId(id)}
        </Anchor>
        {other && <StatusChip status={other.status} />}
      </Group>
    </Fact>
  );
}
