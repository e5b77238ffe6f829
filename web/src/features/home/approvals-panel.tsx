import { Anchor, Button, Group } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { outcomes, useDecide } from '../../components/approvals/use-decide.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';
import classes from './home.module.css';
import { HomePanel } from './home-panel.tsx';

const texts = approvalsTexts.home;
const maxShown = 5;
const refreshMs = 15_000;
type Approval = ApiResponse<'GET /approvals'>['approvals'][number];

/** Approvals that wait for the user's decision. Nothing if there are none. */
export function ApprovalsPanel() {
  const { data } = useQuery({
    ...query('GET /approvals', { query: { mine: 'true' } }),
    refetchInterval: refreshMs,
  });
  if (!data || data.total === 0) return null;
  const link = (
    <Anchor size="xs" renderRoot={(props) => <Link to="/approvals" {...props} />}>
      {texts.all}
    </Anchor>
  );
  return (
    <HomePanel title={texts.title} count={data.total} link={link}>
      <ul className={`${classes.list} ${classes.attention}`}>
        {data.approvals.slice(0, maxShown).map((approval) => (
          <ApprovalRow key={approval.id} approval={approval} />
        ))}
      </ul>
    </HomePanel>
  );
}

/** The question is a link to its details. */
function ApprovalRow({ approval: { id, title, workflow, expires_at } }: { approval: Approval }) {
  const decide = useDecide(id);
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
        <div className={classes.about}>
          <Name>{texts.from(workflow.name ?? approvalsTexts.deletedWorkflow)}</Name>{' '}
          <Moment at={expires_at} isInGrid />
        </div>
      </div>
      <Group gap={6} wrap="nowrap">
        {outcomes.map((outcome) => (
          <Button
            key={outcome}
            variant="default"
            size="xs"
            aria-label={texts.decideOn(approvalsTexts.acts[outcome], title)}
            loading={decide.isDeciding(outcome)}
            disabled={decide.isPending}
            onClick={() => decide.as(outcome, null)}
          >
            {approvalsTexts.acts[outcome]}
          </Button>
        ))}
      </Group>
    </li>
  );
}
