import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { useDecidedRows } from '../../../components/approvals/use-decided-rows.ts';
import { Panel } from '../../../components/page/panel.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { leadTexts as texts } from '../../../texts/leads/lead.ts';
import { proposalsTexts } from '../../../texts/leads/proposals.ts';
import type { Proposal } from '../proposals/proposal.ts';
import { type Deciding, Decision, Problem } from '../proposals/proposal-decision.tsx';
import { Proposer } from '../proposals/proposer.tsx';
import { useDecideProposals } from '../proposals/use-decide-proposals.ts';
import { FieldChangeRow } from './field-change-row.tsx';
import classes from './record.module.css';

const refreshMs = 15_000;

/** What agents and programs want to change in a lead. Nothing is shown if no proposal is pending. */
export function LeadProposals({ id }: { id: number }) {
  const may = useMay();
  const { data } = useQuery({
    ...query('GET /proposals', { query: { lead: id } }),
    enabled: may('proposals.view'),
    refetchInterval: refreshMs,
  });
  const { rows, keep } = useDecidedRows(String(id), data?.proposals ?? []);
  const deciding = useDecideProposals(keep);
  if (rows.length === 0) return null;
  return (
    <Panel title={texts.proposals} about={texts.proposalsAbout}>
      <ul className={`${classes.runs} ${classes.proposals}`}>
        {rows.map((proposal) => (
          <OneProposal key={proposal.id} proposal={proposal} deciding={deciding} />
        ))}
      </ul>
    </Panel>
  );
}

const OneProposal = ({ proposal, deciding }: { proposal: Proposal; deciding: Deciding }) => (
  <li className={classes.run}>
    {proposal.action === 'edit' ? (
      proposal.changes.map((change) => <FieldChangeRow key={change.field} change={change} isFirst={false} />)
    ) : (
      <Text size="sm" fw={600} c={proposal.action === 'delete' ? 'red' : ''}>
        {proposalsTexts.onLead[proposal.action]}
      </Text>
    )}
    <div className={classes.proposal}>
      <Text size="xs" c="dimmed" component="div">
        <Proposer {...proposal} /> · <Moment at={proposal.created_at} />
      </Text>
      <Decision proposal={proposal} deciding={deciding} />
    </div>
    <Problem proposal={proposal} deciding={deciding} />
  </li>
);
