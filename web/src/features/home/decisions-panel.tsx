import { Anchor, Button, Text } from '@mantine/core';
import { IconChecklist, IconGitPullRequest } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { ApprovalButtons } from '../../components/approvals/approval-buttons.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';
import { proposalsTexts } from '../../texts/leads/proposals.ts';
import classes from './home.module.css';
import { HomePanel } from './home-panel.tsx';

const texts = approvalsTexts.home;
const maxShown = 5;
const refreshMs = 15_000;
type Approval = ApiResponse<'GET /approvals'>['approvals'][number];

/** What waits for the user's decision: approvals, and the number of proposals. Nothing if there is none. */
export function DecisionsPanel() {
  const { data } = useQuery({
    ...query('GET /approvals', { query: { mine: 'true' } }),
    refetchInterval: refreshMs,
  });
  const attention = useQuery({ ...query('GET /session/attention', {}), refetchInterval: refreshMs });
  const proposals = attention.data?.proposals ?? 0;
  const total = (data?.total ?? 0) + proposals;
  if (total === 0) return null;
  const link = data && data.total > maxShown && (
    <Anchor size="xs" renderRoot={(props) => <Link to="/approvals" {...props} />}>
      {texts.all(data.total)}
    </Anchor>
  );
  return (
    <HomePanel title={texts.title} link={link}>
      <ul className={`${classes.list} ${classes.attention}`}>
        {data?.approvals.slice(0, maxShown).map((approval) => (
          <ApprovalRow key={approval.id} approval={approval} />
        ))}
        {proposals > 0 && <ProposalsRow count={proposals} />}
      </ul>
    </HomePanel>
  );
}

/** The question is a link to its details. */
function ApprovalRow({ approval }: { approval: Approval }) {
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
      <ApprovalButtons approval={approval} />
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
