import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { DecideButtons } from '../../../components/approvals/decide-buttons.tsx';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { Name } from '../../../components/values/name.tsx';
import { proposalsTexts as texts } from '../../../texts/leads/proposals.ts';
import { nameOf, type Proposal } from './proposal.ts';
import classes from './proposals.module.css';
import type { useDecideProposals } from './use-decide-proposals.ts';

export type Deciding = ReturnType<typeof useDecideProposals>;

const tones = { pending: 'waiting', approved: 'good', rejected: 'bad', expired: 'off' } as const;

/** The decision, or the buttons for it. */
export function Decision({
  proposal,
  deciding,
  hasStatus = false,
}: {
  proposal: Proposal;
  deciding: Deciding;
  /** Whether to show the status of a proposal that the user can't decide, instead of the reason. */
  hasStatus?: boolean;
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
    <DecideButtons
      name={nameOf(proposal)}
      isDangerous={proposal.action === 'delete'}
      isPending={deciding.isPending}
      isDeciding={(outcome) => deciding.isDeciding(outcome, id)}
      onDecide={(outcome) => deciding.decide(outcome, [id])}
    />
  );
}

/** Why the proposal couldn't be decided. */
export function Problem({ proposal: { id }, deciding }: { proposal: Proposal; deciding: Deciding }) {
  const problem = deciding.problems.get(id);
  if (problem === undefined) return null;
  return (
    <Text size="xs" c="red" className={classes.problem ?? ''}>
      <IconAlertTriangle size={14} aria-hidden /> {escapeBidi(problem)}
    </Text>
  );
}
