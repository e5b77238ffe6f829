import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { defaultSpan, type Span, spans } from '../../components/charts/span.ts';
import { SpanChoice } from '../../components/charts/span-choice.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { homeTexts } from '../../texts/home.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { DecisionsPanel, useDecisions } from './decisions-panel.tsx';
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
  const { data: home, isPending: isHomePending } = useQuery({
    ...query('GET /home', {}),
    refetchInterval: refreshMs,
  });
  const decisions = useDecisions();
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
          figures={figures}
          decisions={decisions}
          isHomePending={isHomePending}
          span={span}
          isUnused={isUnused}
          isChecklistLast={isChecklistLast === true}
          samples={may('settings.manage') && <DemoPanel isNew={isNew} />}
          checklist={checklist && <FirstSteps checklist={checklist} hasNewWorkflow={!hasNewWorkflow} />}
        />
      ) : (
        <>
          <DecisionsPanel decisions={decisions} />
          {may('leads.view') && !decisions.isPending && (
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
  decisions,
  isHomePending,
  span,
  isUnused,
  isChecklistLast,
  checklist,
  samples,
}: {
  figures: UseQueryResult<Figures>;
  decisions: ReturnType<typeof useDecisions>;
  isHomePending: boolean;
  span: Span;
  isUnused: boolean;
  isChecklistLast: boolean;
  checklist: ReactNode;
  samples: ReactNode;
}) {
  const attention = useQuery({ ...query('GET /home/attention', {}), refetchInterval: refreshMs });
  // What is in the middle has no known height, so the panels appear together. None of them moves another one.
  if (figures.isPending || attention.isPending || decisions.isPending || isHomePending)
    return <LoadingFigures />;
  return (
    <>
      {isUnused && checklist}
      <Loaded result={figures}>{(found) => !isUnused && <FigureRow figures={found} span={span} />}</Loaded>
      <Loaded result={attention}>{(found) => !isUnused && <AttentionPanel attention={found} />}</Loaded>
      <DecisionsPanel decisions={decisions} />
      {!isUnused && !isChecklistLast && checklist}
      {isUnused && samples}
      <div className={classes.columns}>
        {figures.data && !isUnused && <RequestsPanel figures={figures.data} span={span} />}
        <ActivityPanel title={homeTexts.activity.title} />
      </div>
      {isChecklistLast && checklist}
      {!isUnused && samples}
    </>
  );
}
