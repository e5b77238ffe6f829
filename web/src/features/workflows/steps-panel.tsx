import { Alert, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { query } from '../../api/queries.ts';
import { Panel } from '../../components/page/panel.tsx';
import { builderTexts } from '../../texts/workflows/workflow-builder.ts';
import { stepTexts } from '../../texts/workflows/workflow-steps.ts';
import { BuilderContext, type BuilderValue, type StepCheck } from './builder/builder-context.ts';
import { StepList } from './builder/step-list.tsx';
import type { WrittenStep } from './builder/step-tree.ts';
import { useStepWork } from './builder/use-step-work.ts';
import { DraftBar } from './draft/draft-bar.tsx';
import type { DraftWork, Workflow } from './draft/use-draft.ts';
import { useStepCheck } from './draft/use-step-check.ts';
import { SamplePicker } from './trial/sample-picker.tsx';
import { wordsOf } from './trial/template-completions.ts';
import type { useSample } from './trial/use-sample.ts';

const route = getRouteApi('/workflows/$id');

/** The steps as a tree of cards, and the bar that saves and publishes the draft. */
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
  const [announcement, say] = useState('');
  const stepWork = useStepWork(builder, useOpenStep(), say);
  const check = useStepCheck(steps);
  const value = useBuilderValue(workflow, steps, check, sample);
  const { isReadOnly } = value;
  useHotkeys(isReadOnly ? [] : [['mod+S', () => void save()]], [], true);
  // Inside a text field, undo applies to the typed text.
  useHotkeys([
    ['mod+Z', builder.undo],
    ['mod+shift+Z', builder.redo],
  ]);
  return (
    <Stack gap="md">
      {!isReadOnly && <DraftBar work={work} check={check} />}
      {!isReadOnly && <OldDraft work={work} />}
      {steps.length === 0 && <NoSteps isReadOnly={isReadOnly} />}
      <BuilderContext.Provider value={value}>
        <StepList
          steps={steps}
          path={[]}
          loops={[]}
          work={stepWork}
          label={stepTexts.list}
          place={stepTexts.top}
        />
      </BuilderContext.Provider>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {!isReadOnly && (
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {stepTexts.keys}
        </Text>
      )}
      <Panel title={builderTexts.sample.title}>
        <SamplePicker workflow={workflow.id} sample={sample.sample} onChange={sample.choose} />
      </Panel>
    </Stack>
  );
}

/** The path of the open step, which is kept in the URL. */
function useOpenStep() {
  const { step = '' } = route.useSearch();
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
  const words = useMemo(
    () => wordsOf(language, steps, { input, outputs }),
    [language, steps, input, outputs],
  );
  return useMemo(
    () => ({ workflow: id, isReadOnly: !may_edit, language, words, problems, warnings, sample }),
    [id, may_edit, language, words, problems, warnings, sample],
  );
}

const unchecked: StepCheck = { problems: [], warnings: [] };

function OldDraft({ work: { base, isDirty } }: { work: DraftWork }) {
  const { is_changed, base_version } = base.draft;
  if (!(is_changed || isDirty) || base_version >= base.version) return null;
  return <Alert color="yellow">{builderTexts.draft.old(base_version, base.version)}</Alert>;
}

const NoSteps = ({ isReadOnly }: { isReadOnly: boolean }) => (
  <Stack gap={2} align="center" py="md" ta="center">
    <Text fw={500}>{stepTexts.noSteps}</Text>
    {!isReadOnly && (
      <Text size="sm" c="dimmed">
        {stepTexts.noStepsText}
      </Text>
    )}
  </Stack>
);
