import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { homeTexts } from '../../texts/home.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { DemoPanel } from './demo-panel.tsx';
import { FigureRow, LoadingFigures } from './figures.tsx';
import { FirstSteps, useAllowedSteps } from './first-steps.tsx';
import classes from './home.module.css';
import { MyLeadsPanel } from './my-leads-panel.tsx';
import { NoAccess } from './no-access.tsx';
import { RequestsPanel } from './requests-panel.tsx';

const refreshMs = 15_000;

/** The home page. What it shows depends on the role: the state of workflows, or the user's leads. */
export function HomePage() {
  const may = useMay();
  const steps = useAllowedSteps();
  const { data: home } = useQuery({ ...query('GET /home', {}), refetchInterval: refreshMs });
  const isClosed = steps.length === 0 && !may('runs.view') && !may('leads.view');
  const isNew = home !== undefined && Object.values(home.progress).includes(false);
  return (
    <PageFrame
      title={homeTexts.title}
      guide="console/first-start.md"
      // Until there is a workflow, the checklist has this button.
      actions={home?.progress.has_workflow && may('workflows.create') && <NewWorkflow />}
    >
      {isClosed && <NoAccess />}
      {may('runs.view') ? (
        <WorkHome
          checklist={home && <FirstSteps home={home} steps={steps} />}
          hasWorkflow={home?.progress.has_workflow ?? false}
        />
      ) : (
        may('leads.view') && (
          <div className={classes.columns}>
            <MyLeadsPanel />
            <ActivityPanel title={homeTexts.activity.changed} />
          </div>
        )
      )}
      {may('settings.manage') && <DemoPanel isNew={isNew} />}
    </PageFrame>
  );
}

const NewWorkflow = () => (
  <Button
    leftSection={<IconPlus size={16} />}
    renderRoot={(props) => <Link to="/workflows" search={{ new: true }} {...props} />}
  >
    {homeTexts.steps.workflow.action}
  </Button>
);

/** The state of workflows: what needs attention first, then numbers, requests and changes. */
function WorkHome({ checklist, hasWorkflow }: { checklist: ReactNode; hasWorkflow: boolean }) {
  const attention = useQuery({ ...query('GET /home/attention', {}), refetchInterval: refreshMs });
  const figures = useQuery({ ...query('GET /home/figures', {}), refetchInterval: refreshMs });
  const error = attention.error ?? figures.error;
  const { data } = figures;
  // A new workspace shows only what to do first.
  const isUnused = !hasWorkflow && data && data.today.runs + data.before.runs + data.today.rejected === 0;
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {attention.data && !isUnused && <AttentionPanel attention={attention.data} />}
      {isUnused && checklist}
      {!data && !error && <LoadingFigures />}
      {data && !isUnused && <FigureRow figures={data} />}
      {(data || error) && !isUnused && checklist}
      <div className={classes.columns}>
        {data && !isUnused && <RequestsPanel hours={data.hours} readAt={figures.dataUpdatedAt} />}
        <ActivityPanel title={homeTexts.activity.title} />
      </div>
    </>
  );
}
