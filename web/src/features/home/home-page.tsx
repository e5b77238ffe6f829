import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { defaultSpan, type Span, spans } from '../../components/charts/span.ts';
import { SpanChoice } from '../../components/charts/span-choice.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { homeTexts } from '../../texts/home.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { DecisionsPanel } from './decisions-panel.tsx';
import { DemoPanel } from './demo-panel.tsx';
import { FigureRow, type Figures, LoadingFigures } from './figures.tsx';
import { FirstSteps, offersWorkflow, useAllowedSteps, useChecklist } from './first-steps.tsx';
import classes from './home.module.css';
import { MyLeadsPanel } from './my-leads-panel.tsx';
import { NoAccess } from './no-access.tsx';
import { RequestsPanel } from './requests-panel.tsx';

const route = getRouteApi('/');
const refreshMs = 15_000;

/** The home page. What it shows depends on the role: the state of workflows, or the user's leads. */
export function HomePage() {
  const may = useMay();
  const steps = useAllowedSteps();
  const { span = defaultSpan } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: home } = useQuery({ ...query('GET /home', {}), refetchInterval: refreshMs });
  const isClosed = steps.length === 0 && !may('runs.view') && !may('leads.view');
  const figures = useQuery({
    ...query('GET /home/figures', { query: { span } }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    enabled: may('runs.view'),
  });
  // A new workspace shows only what to do first.
  const isUnused = !home?.progress.has_workflow && figures.data !== undefined && isEmpty(figures.data);
  // The checklist doesn't push numbers that exist out of sight.
  const isChecklistLast =
    home?.progress.has_request || (figures.data !== undefined && !isEmpty(figures.data));
  const checklist = useChecklist(home, isChecklistLast === true);
  // Either the header or the checklist has the button, whichever is in sight.
  const hasNewWorkflow =
    may('workflows.create') && home !== undefined && (isChecklistLast || !offersWorkflow(checklist));
  const isNew = home !== undefined && Object.values(home.progress).includes(false);
  return (
    <PageFrame
      title={homeTexts.title}
      guide="console/first-start.md#home-"
      actions={
        <>
          {may('runs.view') && !isUnused && (
            <SpanChoice
              options={spans}
              value={span}
              onChange={(next) => void navigate({ search: { span: next }, replace: true })}
            />
          )}
          {hasNewWorkflow && <NewWorkflow />}
        </>
      }
    >
      {isClosed && <NoAccess />}
      {may('runs.view') ? (
        <WorkHome
          figures={figures.data}
          error={figures.error}
          span={span}
          isUnused={isUnused}
          isChecklistLast={isChecklistLast === true}
          samples={may('settings.manage') && <DemoPanel isNew={isNew} />}
          checklist={checklist && <FirstSteps checklist={checklist} hasNewWorkflow={!hasNewWorkflow} />}
        />
      ) : (
        <>
          <DecisionsPanel />
          {may('leads.view') && (
            <div className={classes.columns}>
              <MyLeadsPanel />
              <ActivityPanel title={homeTexts.activity.changed} />
            </div>
          )}
        </>
      )}
      {may('settings.manage') && !may('runs.view') && <DemoPanel isNew={isNew} />}
    </PageFrame>
  );
}

const isEmpty = ({ total, before }: Figures) => total.runs + (before?.runs ?? 0) + total.rejected === 0;

const NewWorkflow = () => (
  <Button
    leftSection={<IconPlus size={16} />}
    renderRoot={(props) => <Link to="/workflows" search={{ new: true }} {...props} />}
  >
    {homeTexts.steps.workflow.action}
  </Button>
);

/** The state of workflows: numbers, then what needs attention and a decision, then requests and changes. */
function WorkHome({
  figures,
  error: figuresError,
  span,
  isUnused,
  isChecklistLast,
  checklist,
  samples,
}: {
  figures: Figures | undefined;
  error: Error | null;
  span: Span;
  isUnused: boolean;
  isChecklistLast: boolean;
  checklist: ReactNode;
  samples: ReactNode;
}) {
  const attention = useQuery({ ...query('GET /home/attention', {}), refetchInterval: refreshMs });
  const error = attention.error ?? figuresError;
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {isUnused && checklist}
      {!figures && !error && <LoadingFigures />}
      {figures && !isUnused && <FigureRow figures={figures} span={span} />}
      {attention.data && !isUnused && <AttentionPanel attention={attention.data} />}
      <DecisionsPanel />
      {(figures || error) && !isUnused && !isChecklistLast && checklist}
      {isUnused && samples}
      <div className={classes.columns}>
        {figures && !isUnused && <RequestsPanel figures={figures} span={span} />}
        <ActivityPanel title={homeTexts.activity.title} />
      </div>
      {(figures || error) && isChecklistLast && checklist}
      {!isUnused && samples}
    </>
  );
}
