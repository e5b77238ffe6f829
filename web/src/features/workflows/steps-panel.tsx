import { Alert, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { builderTexts } from '../../texts/workflows/workflow-builder.ts';
import { flowTexts } from '../../texts/workflows/workflow-flow.ts';
import classes from './builder/builder.module.css';
import { BuilderContext, type BuilderValue, type StepCheck } from './builder/builder-context.ts';
import { FlowView } from './builder/flow/flow-view.tsx';
import { OverlayChooser, OverlayContext } from './builder/flow/overlay.tsx';
import { IssuesButton } from './builder/issues-button.tsx';
import { Outline } from './builder/outline/outline.tsx';
import { StepPanel } from './builder/panel/step-panel.tsx';
import { allSteps, stepText, type WrittenStep } from './builder/step-tree.ts';
import { useShownProblems } from './builder/use-shown-problems.ts';
import { useStepWork } from './builder/use-step-work.ts';
import { DraftBar } from './draft/draft-bar.tsx';
import { FirstPublished } from './draft/first-published.tsx';
import type { DraftWork, Workflow } from './draft/use-draft.ts';
import { useStepCheck } from './draft/use-step-check.ts';
import { TabTools } from './tabs/tab-tools.tsx';
import { type OverlayKind, useOverlay } from './trial/overlay.ts';
import type { useSample } from './trial/use-sample.ts';
import { useWorkflowPage } from './workflow-context.ts';

const route = getRouteApi('/workflows/$id');

/** The builder: the steps as a flow or an outline, the selected step next to it, and the bar that saves and publishes the draft. */
export function StepsPanel({
  workflow,
  work,
  sample,
}: {
  workflow: Workflow;
  work: DraftWork;
  sample: ReturnType<typeof useSample>;
}) {
  const { builder, save } = work;
  const { steps } = builder;
  const [isFirst, setFirst] = useState(false);
  const [announcement, say] = useState('');
  const stepWork = useStepWork(builder, useOpenStep(steps), say);
  const check = useStepCheck(workflow.id, steps);
  const value = useBuilderValue(workflow, steps, check, sample);
  const { isReadOnly } = value;
  const may = useMay();
  const [chosenOverlay, setOverlaid] = useState<OverlayKind>();
  const figures = useOverlay(
    workflow.id,
    chosenOverlay ?? (may('runs.view') ? 'day' : 'none'),
    sample.sample,
  );
  // Until the user chooses, the cards show the last 24 hours if there were runs.
  const overlaid = chosenOverlay ?? (figures && figures.runs > 0 ? 'day' : 'none');
  const overlay = overlaid === 'none' ? undefined : figures;
  const [view, setView] = useLocalStorage<View>({ key: 'hark.builder.view', defaultValue: 'flow' });
  useHotkeys(isReadOnly ? [] : [['mod+S', () => void save()]], [], true);
  // Inside a text field, undo applies to the typed text.
  useHotkeys([
    ['mod+Z', builder.undo],
    ['mod+shift+Z', builder.redo],
  ]);
  return (
    <BuilderContext.Provider value={value}>
      <div className={classes.builder} data-editable={!isReadOnly || undefined}>
        <BuilderBars
          draft={!isReadOnly && <DraftBar work={work} check={check} onFirst={setFirst} />}
          toolbar={
            <>
              {!isReadOnly && <IssuesButton work={stepWork} />}
              <OverlayChooser
                value={overlaid}
                sample={sample.sample}
                overlay={overlay}
                onChange={setOverlaid}
              />
              <SegmentedControl
                size="xs"
                aria-label={flowTexts.views.label}
                value={view}
                onChange={(next) => setView(next as View)}
                data={[
                  { value: 'flow', label: flowTexts.views.flow },
                  { value: 'outline', label: flowTexts.views.outline },
                ]}
              />
            </>
          }
        />
        {isFirst && <FirstPublished workflow={work.base} />}
        {!isReadOnly && <OldDraft work={work} />}
        <div className={classes.work}>
          <OverlayContext.Provider value={overlay}>
            {view === 'outline' ? (
              <Outline steps={steps} work={stepWork} />
            ) : (
              <FlowView steps={steps} work={stepWork} />
            )}
          </OverlayContext.Provider>
          <StepPanel work={stepWork} sample={sample} />
        </div>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </div>
    </BuilderContext.Provider>
  );
}

type View = 'flow' | 'outline';

/** The builder's controls. They are in the page's bars, to leave the height to the flow. */
function BuilderBars({ draft, toolbar }: { draft: ReactNode; toolbar: ReactNode }) {
  const { slots } = useWorkflowPage();
  return (
    <>
      {slots.actions && createPortal(draft, slots.actions)}
      <TabTools>{toolbar}</TabTools>
    </>
  );
}

/** The path of the open step, which is kept in the URL. A link from a run contains the step's name instead. */
function useOpenStep(steps: readonly WrittenStep[]) {
  const { step: wanted = '' } = route.useSearch();
  const named = allSteps(steps).find(({ step }) => step.name === wanted);
  const step = named ? stepText(named.path) : wanted;
  const navigate = route.useNavigate();
  const setOpen = useCallback(
    (path: string) =>
      void navigate({
        search: ({ step: _, ...rest }) => (path === '' ? rest : { ...rest, step: path }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return { open: step, setOpen };
}

/** Returns the context that all of the builder's fields share. */
function useBuilderValue(
  { id, may_edit }: Workflow,
  steps: readonly WrittenStep[],
  { problems, warnings }: StepCheck = unchecked,
  { sample, input, outputs }: ReturnType<typeof useSample>,
): BuilderValue {
  const { data: language } = useSuspenseQuery(query('GET /workflows/language', {}));
  const shown = useShownProblems(steps);
  const common = { workflow: id, isReadOnly: !may_edit, language, steps };
  return { ...common, problems, shown, warnings, sample, input, outputs };
}

const unchecked: StepCheck = { problems: [], warnings: [] };

function OldDraft({ work: { base, isDirty } }: { work: DraftWork }) {
  const { is_changed, base_version } = base.draft;
  if (!(is_changed || isDirty) || base_version >= base.version) return null;
  return (
    <Alert color="yellow" radius={0}>
      {builderTexts.draft.old(base_version, base.version)}
    </Alert>
  );
}
