import { Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../../api/call.ts';
import { DecideButtons } from '../../../components/approvals/decide-buttons.tsx';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import type { Column } from '../../../components/table/column.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { Name } from '../../../components/values/name.tsx';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { proposalsTexts as texts } from '../../../texts/leads/proposals.ts';
import { leadName } from '../field.ts';
import { FieldChangeRow } from '../record/field-change-row.tsx';
import classes from './proposals.module.css';
import { Proposer } from './proposer.tsx';
import type { useDecideProposals } from './use-decide-proposals.ts';

type Proposal = ApiResponse<'GET /proposals'>['proposals'][number];
type Deciding = ReturnType<typeof useDecideProposals>;

const tones = { pending: 'waiting', approved: 'good', rejected: 'bad', expired: 'off' } as const;

export const keyOf = ({ id }: Proposal) => String(id);
export const nameOf = (proposal: Proposal) =>
  escapeBidi(texts.nameOf(texts.actions[proposal.action], shownLead(proposal)));

/** Returns the name of the lead. A lead that doesn't exist yet has the proposed name. */
function shownLead({ lead_id, lead_name, changes }: Proposal): string {
  if (lead_name !== null) return lead_name;
  if (lead_id !== null) return leadsTexts.unnamed(lead_id);
  const values = Object.fromEntries(changes.map(({ field, new: value }) => [field, value]));
  return leadName({ id: 0, ...values });
}

/** The columns of the list. All statuses are shown only in the list of all proposals. */
export const columnsOf = (deciding: Deciding, hasStatus: boolean): readonly Column<Proposal>[] => [
  {
    key: 'change',
    label: texts.columns.change,
    cell: (proposal) => <ProposedChange proposal={proposal} />,
    below: (proposal) => (
      <>
        {deciding.problems.has(proposal.id) && (
          <Text size="xs" c="red" className={classes.problem ?? ''}>
            <IconAlertTriangle size={14} aria-hidden /> {escapeBidi(deciding.problems.get(proposal.id) ?? '')}
          </Text>
        )}
        <Text size="xs" c="dimmed" component="div" mt={4} hiddenFrom="md">
          <Proposer {...proposal} /> · <Moment at={proposal.created_at} isInGrid />
        </Text>
        <div className={classes.onPhone}>
          <Decision proposal={proposal} deciding={deciding} hasStatus={hasStatus} />
        </div>
      </>
    ),
  },
  {
    key: 'by',
    label: texts.columns.by,
    width: 200,
    from: 'md',
    cell: (proposal) => (
      <Text size="sm" className={classes.by ?? ''} component="div">
        <Proposer {...proposal} />
      </Text>
    ),
  },
  {
    key: 'created',
    label: texts.columns.created,
    width: 120,
    from: 'md',
    cell: ({ created_at }) => <Moment at={created_at} isInGrid />,
  },
  {
    key: 'decide',
    label: hasStatus ? texts.columns.status : texts.columns.decide,
    width: 200,
    from: 'sm',
    cell: (proposal) => <Decision proposal={proposal} deciding={deciding} hasStatus={hasStatus} />,
  },
];

/** What would happen to which lead, with the old and new values. */
function ProposedChange({ proposal }: { proposal: Proposal }) {
  const { action, lead_id, changes } = proposal;
  const name = <Name>{shownLead(proposal)}</Name>;
  return (
    <>
      <div className={classes.title}>
        <span className={action === 'delete' ? classes.deletes : undefined}>{texts.actions[action]}</span>{' '}
        {lead_id === null ? (
          <b>{name}</b>
        ) : (
          <Anchor
            size="sm"
            fw={600}
            renderRoot={(props) => <Link to="/leads/$id" params={{ id: String(lead_id) }} {...props} />}
          >
            {name}
          </Anchor>
        )}
      </div>
      {(action === 'create' || action === 'edit') &&
        changes.map((change) => (
          <FieldChangeRow key={change.field} change={change} isFirst={action === 'create'} />
        ))}
    </>
  );
}

/** The decision, or the buttons for it. */
function Decision({
  proposal,
  deciding,
  hasStatus,
}: {
  proposal: Proposal;
  deciding: Deciding;
  hasStatus: boolean;
}) {
  const { id, status, can_decide, decided_by } = proposal;
  if (status !== 'pending' || (hasStatus && !can_decide))
    return (
      <Text size="xs" component="div">
        <StateChip tone={tones[status]}>{texts.statuses[status]}</StateChip>{' '}
        {decided_by && <Name>{texts.decidedBy(decided_by.name)}</Name>}
      </Text>
    );
  if (!can_decide)
    return (
      <Text size="xs" c="dimmed">
        {texts.forOthers}
      </Text>
    );
  return (
    <div className={classes.buttons}>
      <DecideButtons
        name={nameOf(proposal)}
        isPending={deciding.isPending}
        isDeciding={(outcome) => deciding.isDeciding(outcome, id)}
        onDecide={(outcome) => deciding.decide(outcome, [id])}
      />
    </div>
  );
}
