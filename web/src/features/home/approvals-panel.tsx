import { Anchor, Button } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';
import classes from './home.module.css';
import { HomePanel } from './home-panel.tsx';

const texts = approvalsTexts.home;
const maxShown = 5;
const refreshMs = 15_000;

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
        {data.approvals.slice(0, maxShown).map(({ id, title, workflow, expires_at }) => (
          <li key={id}>
            <span className={`${classes.tile} ${classes.waiting}`}>
              <IconUserQuestion size={17} stroke={1.75} aria-hidden />
            </span>
            <div className={classes.text}>
              <div className={classes.title}>
                <Name>{title}</Name>
              </div>
              <div className={classes.about}>
                <Name>{texts.from(workflow.name ?? approvalsTexts.deletedWorkflow)}</Name>{' '}
                <Moment at={expires_at} isInGrid />
              </div>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={texts.reviewOf(title)}
              renderRoot={(props) => <Link to="/approvals/$id" params={{ id: String(id) }} {...props} />}
            >
              {texts.review}
            </Button>
          </li>
        ))}
      </ul>
    </HomePanel>
  );
}
