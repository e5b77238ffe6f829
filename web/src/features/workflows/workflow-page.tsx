import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useState } from 'react';
import { query } from '../../api/queries.ts';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { BackLink } from '../../components/page/back-link.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import type { GuideSection } from '../../texts/guides.ts';
import { workflowPageTexts as texts } from '../../texts/workflows/workflow-page.ts';
import { LoadingFlow } from './builder/flow/loading-flow.tsx';
import { DraftConflictModal } from './draft/draft-conflict.tsx';
import { useDraft } from './draft/use-draft.ts';
import classes from './tabs/workflow-bars.module.css';
import { WorkflowNotes } from './tabs/workflow-notes.tsx';
import { WorkflowTabs } from './tabs/workflow-tabs.tsx';
import { WorkflowTitleState } from './tabs/workflow-title-state.tsx';
import { useSample } from './trial/use-sample.ts';
import { WorkflowActions } from './workflow-actions.tsx';
import { WorkflowContext } from './workflow-context.ts';

const route = getRouteApi('/workflows/$id');

/** One workflow, with a tab for each of its parts. */
export function WorkflowPage() {
  const { id } = route.useParams();
  // Remount the page for another workflow, so no state of the previous workflow's draft remains.
  return <WorkflowScreen key={id} id={Number(id)} />;
}

function WorkflowScreen({ id }: { id: number }) {
  const { data: workflow } = useSuspenseQuery(query('GET /workflows/:id', { params: { id } }));
  const work = useDraft(workflow);
  const sample = useSampleInUrl(id);
  const { pathname } = useLocation();
  const path = `/workflows/${id}`;
  const isBuilder = pathname === path;
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const [tabs, setTabs] = useState<HTMLElement | null>(null);
  useUnsavedChanges(work.isDirty, { keptWithin: path });
  return (
    <PageFrame
      back={<BackLink to="/workflows" label={texts.back} />}
      title={workflow.name}
      state={<WorkflowTitleState workflow={workflow} hasDraftBar={isBuilder && workflow.may_edit} />}
      actions={
        <>
          <WorkflowActions workflow={workflow} />
          <div ref={setActions} className={`${classes.slot} ${classes.draft}`} />
        </>
      }
      guide={guideOf(pathname.slice(path.length))}
      tabs={
        <>
          <div className={classes.tabs}>
            <WorkflowTabs workflow={workflow} path={path} />
            <div ref={setTabs} className={classes.slot} data-builder={isBuilder || undefined} />
          </div>
          <WorkflowNotes workflow={workflow} />
        </>
      }
      isFull={isBuilder}
    >
      <WorkflowContext value={{ workflow, work, sample, slots: { actions, tabs } }}>
        <Suspense fallback={isBuilder ? <LoadingFlow /> : <Loading />}>
          <Outlet />
        </Suspense>
      </WorkflowContext>
      <DraftConflictModal work={work} />
    </PageFrame>
  );
}

const tabGuides: Readonly<Record<string, GuideSection>> = {
  '': 'console/workflows.md#steps',
  '/triggers': 'console/listeners.md#the-triggers-tab',
  '/test': 'console/workflows.md#test',
  '/runs': 'console/runs.md#the-run-list',
  '/requests': 'console/listeners.md#the-request-inspector',
  '/versions': 'console/workflows.md#publish',
};

/** Returns the guide to a tab. */
const guideOf = (tab: string) => tabGuides[tab] ?? 'console/workflows.md';

/** The run used for previews, which is kept in the URL. */
function useSampleInUrl(workflow: number) {
  const { run } = route.useSearch();
  const navigate = useNavigate();
  const setRun = useCallback(
    (next: string | undefined) =>
      void navigate({
        to: '.',
        search: ({ run: _, ...rest }: { run?: string }) =>
          (next === undefined ? rest : { ...rest, run: next }) as never,
        replace: true,
      }),
    [navigate],
  );
  return useSample(workflow, run, setRun);
}
