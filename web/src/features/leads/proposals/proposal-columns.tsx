import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../../components/table/column.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { Name } from '../../../components/values/name.tsx';
import { proposalsTexts as texts } from '../../../texts/leads/proposals.ts';
import { FieldChangeRow } from '../record/field-change-row.tsx';
import { leadOf, type Proposal } from './proposal.ts';
import { type Deciding, Decision, Problem } from './proposal-decision.tsx';
import classes from './proposals.module.css';
import { Proposer } from './proposer.tsx';

/** The columns of the list. All statuses are shown only in the list of all proposals. */
export const columnsOf = (deciding: Deciding, hasStatus: boolean): readonly Column<Proposal>[] => [
  {
    key: 'change',
    label: texts.columns.change,
    cell: (proposal) => <ProposedChange proposal={proposal} />,
    below: (proposal) => (
      <>
        <Problem proposal={proposal} deciding={deciding} />
        <Text size="xs" c="dimmed" component="div" mt={4} hiddenFrom="md">
          <Proposer {...proposal} />
          <br />
          <Moment at={proposal.created_at} isInGrid />
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
    width: 280,
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
    width: 180,
    from: 'sm',
    cell: (proposal) => <Decision proposal={proposal} deciding={deciding} hasStatus={hasStatus} />,
  },
];

/** What would happen to which lead, with the old and new values. */
function ProposedChange({ proposal }: { proposal: Proposal }) {
  const { action, lead_id, changes } = proposal;
  const name = <Name>{leadOf(proposal)}</Name>;
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
      {action === 'delete' && (
        <Text size="xs" c="dimmed">
          {texts.deletes}
        </Text>
      )}
      {(action === 'create' || action === 'edit') &&
        changes.map((change) => (
          <FieldChangeRow key={change.field} change={change} isFirst={action === 'create'} />
        ))}
    </>
  );
}
