import { Anchor, Button, Text } from '@mantine/core';
import { IconChecklist, IconGitPullRequest } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { query } from '../../api/queries.ts';
import type { Approval } from '../../components/approvals/approval-chip.tsx';
import { ApprovalDecision } from '../../components/approvals/approval-decision.tsx';
import { useDecidedRows } from '../../components/approvals/use-decided-rows.ts';
import { Loaded } from '../../components/page/loaded.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';
import { proposalsTexts } from '../../texts/leads/proposals.ts';
import classes from './home.module.css';
import { HomePanel } from './home-panel.tsx';

const texts = approvalsTexts.home;
const maxShown = 5;
const refreshMs = 15_000;

/** Loads the approvals that wait for the user's decision. */
export const useDecisions = () =>
  useQuery({ ...query('GET /approvals', { query: { mine: 'true' } }), refetchInterval: refreshMs });

/** What waits for the user's decision: approvals, and the number of proposals. Nothing if there is none. */
export function DecisionsPanel({ decisions }: { decisions: ReturnType<typeof useDecisions> }) {
  const attention = useQuery({ ...query('GET /session/attention', {}), refetchInterval: refreshMs });
  const proposals = attention.data?.proposals ?? 0;
  const { rows, keep } = useDecidedRows('mine', decisions.data?.approvals ?? []);
  const linkTo = (total: number) =>
    total > maxShown && (
      <Anchor size="xs" renderRoot={(props) => <Link to="/approvals" {...props} />}>
        {texts.all(total)}
      </Anchor>
    );
  return (
    <Loaded result={decisions} placeholder={null}>
      {({ total }) =>
        rows.length + proposals > 0 && (
          <HomePanel title={texts.title} link={linkTo(total)}>
            <ul className={`${classes.list} ${classes.attention}`}>
              {rows.slice(0, maxShown).map((approval) => (
                <ApprovalRow key={approval.id} approval={approval} onDecided={keep} />
              ))}
              {proposals > 0 && <ProposalsRow count={proposals} />}
            </ul>
          </HomePanel>
        )
      }
    </Loaded>
  );
}

/** The question is a link to its details. */
function ApprovalRow({
  approval,
  onDecided,
}: ComponentProps<typeof ApprovalDecision> & { approval: Approval }) {
  const { id, title, summary, workflow, expires_at } = approval;
  return (
    <li>
      <span className={`${classes.tile} ${classes.waiting}`}>
        <IconChecklist size={17} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.text}>
        <div className={classes.title}>
          <Link to="/approvals/$id" params={{ id: String(id) }}>
            <Name>{title}</Name>
          </Link>
        </div>
        {summary !== '' && (
          <Text size="xs" lineClamp={2}>
            <Name>{summary}</Name>
          </Text>
        )}
        <div className={classes.about}>
          <Name>{texts.from(workflow.name ?? approvalsTexts.deletedWorkflow)}</Name>{' '}
          <Moment at={expires_at} isInGrid />
        </div>
      </div>
      <ApprovalDecision approval={approval} onDecided={onDecided} />
    </li>
  );
}

/** One row for all proposals: users decide them where they see the old and new values. */
const ProposalsRow = ({ count }: { count: number }) => (
  <li>
    <span className={`${classes.tile} ${classes.waiting}`}>
      <IconGitPullRequest size={17} stroke={1.75} aria-hidden />
    </span>
    <div className={classes.text}>
      <div className={classes.title}>{proposalsTexts.home.title(count)}</div>
      <div className={classes.about}>{proposalsTexts.home.about}</div>
    </div>
    <Button variant="default" size="xs" renderRoot={(props) => <Link to="/proposals" {...props} />}>
      {proposalsTexts.home.review(count)}
    </Button>
  </li>
);
