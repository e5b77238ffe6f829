import { Anchor } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Name } from '../../../components/values/name.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { type Lead, useLeadForm } from '../field.ts';
import { Proposer } from '../proposals/proposer.tsx';
import { FieldChangeRow } from './field-change-row.tsx';
import type { FieldChange, HistoryEntry, HistoryGroup } from './group-history.ts';
import classes from './record.module.css';
import { SourceIcon, sourceOf } from './source-icon.tsx';
import { UndoEntry } from './undo-entry.tsx';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

const maxFirstValues = 3;

/** One or several changes from the same source: who made them, how, and the old and new values. */
export function HistoryItem({
  group: { first, entries },
  only,
  lead,
}: {
  group: HistoryGroup;
  /** The alias of the field to show changes of. Empty for all fields. */
  only: string;
  lead: Lead | undefined;
}) {
  const changes = entries.flatMap((entry) =>
    entry.changes.filter(({ field }) => only === '' || field === only).map((change) => ({ change, entry })),
  );
  return (
    <li className={classes.item}>
      <SourceIcon entry={first} />
      <div className={classes.what}>
        <div className={classes.title}>
          <span className={classes.who}>
            <Title group={{ first, entries }} />
          </span>
          <time dateTime={first.date} title={exact.format(new Date(first.date))}>
            {time.format(new Date(first.date))}
          </time>
        </div>
        <Changes changes={changes} />
        <div className={classes.links}>
          <UndoEntry group={{ first, entries }} lead={lead} />
          <Links entry={first} />
        </div>
      </div>
    </li>
  );
}

interface ChangesProps {
  readonly changes: readonly { readonly change: FieldChange; readonly entry: HistoryEntry }[];
}

/** The old and new values. Many first values are folded, because the lead's details show most of them. */
function Changes({ changes }: ChangesProps) {
  const rows = changes.map(({ change, entry }) => (
    <FieldChangeRow
      key={`${entry.id} ${change.field}`}
      change={change}
      isFirst={entry.action === 'created'}
    />
  ));
  const isFolded = rows.length > maxFirstValues && changes.every(({ entry }) => entry.action === 'created');
  if (!isFolded) return rows;
  return (
    <details className={classes.folded}>
      <summary>
        <IconChevronRight size={14} aria-hidden />
        {leadTexts.createdWith(rows.length)}
      </summary>
      {rows}
    </details>
  );
}

/** Names the workflow, app or agent first if there is one, and then the user that it acted as. */
function Title({ group: { first, entries } }: { group: HistoryGroup }) {
  const { byAlias } = useLeadForm();
  const user = first.user?.name ?? leadTexts.operatorName;
  const source = sourceOf(first);
  const actor = source in leadTexts.actsFor ? first.means.name : null;
  const aliases = [...new Set(entries.flatMap(({ changes }) => changes.map(({ field }) => field)))];
  const [alias = ''] = aliases;
  const action = entries.find((entry) => entry.action !== 'edited')?.action ?? 'edited';
  const what =
    action === 'edited'
      ? leadTexts.edited(aliases.length, byAlias.get(alias)?.label ?? alias)
      : leadTexts.actions[action];
  const via = leadTexts.means[source];
  return (
    <>
      <b>
        <Name>{actor ?? user}</Name>
      </b>{' '}
      {what}
      {actor !== null && (
        <span className={classes.via}>
          {' '}
          {leadTexts.actsFor[source]} <Name>{user}</Name>
        </span>
      )}
      {via && <span className={classes.via}> {via}</span>}
      {first.proposal && (
        <span className={classes.via}>
          , {leadTexts.proposedBy} <Proposer {...first.proposal} />
        </span>
      )}
    </>
  );
}

const Links = ({ entry: { run, started_by, means, ...entry } }: { entry: HistoryEntry }) => (
  <>
    {run !== null && (
      <Anchor component={Link} to={`/runs/${run}`} size="xs">
        {leadTexts.toRun}
      </Anchor>
    )}
    {started_by !== null && (
      <Anchor component={Link} to={`/runs/${started_by}`} size="xs">
        {leadTexts.startedBy}
      </Anchor>
    )}
    {sourceOf({ run, started_by, means, ...entry }) === 'job' && (
      <Anchor component={Link} to={`/leads/jobs/${means.id}`} size="xs">
        <Name>{means.name ?? leadTexts.toJob}</Name>
      </Anchor>
    )}
  </>
);
