import { ActionIcon, Anchor } from '@mantine/core';
import { IconArrowBackUp, IconArrowNarrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { showFailure } from '../../../components/notices/notify.ts';
import { Name } from '../../../components/values/name.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { useLeadEdit } from '../edit/use-lead-edit.ts';
import { type Field, fieldText, type Lead, useLeadForm } from '../field.ts';
import { typeOf } from '../field-types.ts';
import type { FieldChange, HistoryEntry, HistoryGroup } from './group-history.ts';
import classes from './record.module.css';
import { SourceIcon, sourceOf } from './source-icon.tsx';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

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
        {changes.map(({ change, entry }) => (
          <Change
            key={`${entry.id} ${change.field}`}
            change={change}
            isFirst={entry.action === 'created'}
            lead={lead}
          />
        ))}
        <Links entry={first} />
      </div>
    </li>
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
    </>
  );
}

const Links = ({ entry: { run, started_by, means, ...entry } }: { entry: HistoryEntry }) => (
  <div className={classes.links}>
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
  </div>
);

function Change({
  change,
  isFirst,
  lead,
}: {
  change: FieldChange;
  /** Whether the entry records the lead's creation, which has no old values. */
  isFirst: boolean;
  lead: Lead | undefined;
}) {
  const field = useLeadForm().byAlias.get(change.field);
  return (
    <div className={classes.change}>
      <span className={classes.label}>{field?.label ?? change.field}</span>
      <span className={classes.values}>
        {!isFirst && (
          <>
            <span className={classes.old}>
              <ChangedValue field={field} value={change.old} />
            </span>
            <IconArrowNarrowRight size={14} aria-label={leadTexts.became} />
          </>
        )}
        <ChangedValue field={field} value={change.new} />
      </span>
      {lead && field && !isFirst && <PutBack lead={lead} field={field} change={change} />}
    </div>
  );
}

function ChangedValue({ field, value }: { field: Field | undefined; value: unknown }) {
  const { users } = useLeadForm();
  const text = field ? typeOf(field).textOf(value, users) : fieldText(value);
  if (text === '') return <span>{leadsTexts.empty}</span>;
  if (field?.alias === 'status' || field?.type === 'select' || Array.isArray(value)) {
    const { Value } = typeOf(field ?? { type: 'tags' });
    return <Value value={value} text={text} />;
  }
  return <Name>{text}</Name>;
}

/** Offers to restore the old value, unless the lead has it already. */
function PutBack({ lead, field, change }: { lead: Lead; field: Field; change: FieldChange }) {
  const save = useLeadEdit();
  const [isBusy, setBusy] = useState(false);
  const isCurrent = JSON.stringify(lead[change.field] ?? null) === JSON.stringify(change.old ?? null);
  if (isCurrent || field.read_only) return null;
  const restore = async () => {
    setBusy(true);
    await save(lead, field, change.old).catch(showFailure);
    setBusy(false);
  };
  return (
    <ActionIcon
      size={24}
      aria-label={leadTexts.restoreValue(field.label)}
      title={leadTexts.restoreValue(field.label)}
      loading={isBusy}
      onClick={() => void restore()}
    >
      <IconArrowBackUp size={14} />
    </ActionIcon>
  );
}
