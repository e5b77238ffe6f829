import { Button, Select, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ApiResponse, call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { stepTypes } from '../../../api/step-types.gen.ts';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { sharedTexts } from '../../../texts/shared.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { allSteps, type WrittenStep } from '../builder/step-tree.ts';
import { PublishButton } from '../draft/draft-bar.tsx';
import { FirstPublished } from '../draft/first-published.tsx';
import type { DraftWork } from '../draft/use-draft.ts';
import { useStepCheck } from '../draft/use-step-check.ts';
import { PinnedAnswer } from './pinned-answer.tsx';
import { usePinnedAnswers } from './pinned-answers.ts';
import { bodyOf, inputOf } from './sample.ts';
import { SamplePicker } from './sample-picker.tsx';
import { TrialSteps } from './trial-steps.tsx';
import classes from './try-panel.module.css';
import type { useSample } from './use-sample.ts';

const texts = builderTexts.try;

interface TryProps {
  readonly workflow: number;
  readonly work: DraftWork;
  readonly sample: ReturnType<typeof useSample>;
}

/** Tests the draft or a published version without side effects: the input on the left, the result on the right. */
export function TryPanel({ workflow, work, sample: { sample, choose, input: data } }: TryProps) {
  const { steps } = work.builder;
  const [source, setSource] = useState('');
  const { pinned } = usePinnedAnswers(workflow);
  const check = useStepCheck(workflow, steps);
  const [isFirst, setFirst] = useState(false);
  const tried = useTriedSteps(workflow, source, steps);
  const input = inputOf(sample);
  const trial = useMutation<ApiResponse<'POST /workflows/:id/try'>, Error>({
    mutationFn: () => {
      const body = { steps: [...(tried ?? [])], input: input ?? { data: {} }, answers: pinned };
      return call('POST /workflows/:id/try', { params: { id: workflow }, body });
    },
  });
  const isNarrow = useNarrow();
  const result = useRef<HTMLDivElement>(null);
  // On a phone, the result is below the input and mostly out of sight.
  useEffect(() => {
    if (trial.data && isNarrow) result.current?.scrollIntoView();
  }, [trial.data, isNarrow]);
  return (
    <div className={classes.panes}>
      <Panel
        title={texts.title}
        about={builderTexts.stepTest.short}
        actions={
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={trial.isPending}
            disabled={!input || !tried}
            onClick={() => trial.mutate()}
          >
            {texts.action}
          </Button>
        }
      >
        <SamplePicker
          workflow={workflow}
          sample={sample}
          onChange={(next) => {
            trial.reset();
            choose(next);
          }}
        />
        {sample.kind === 'run' && <DataBlock value={bodyOf(data)} label={texts.request} />}
        <SourceChoice
          workflow={workflow}
          source={source}
          onChoose={(next) => {
            trial.reset();
            setSource(next);
          }}
        />
        <Answers workflow={workflow} steps={tried ?? []} />
      </Panel>
      <div ref={result} className={classes.result}>
        {isFirst && <FirstPublished workflow={work.base} />}
        {trial.data ? (
          <TrialSteps
            result={trial.data}
            workflow={workflow}
            steps={tried ?? []}
            // A published version can't be published again.
            actions={
              source === '' && (
                <PublishButton
                  work={work}
                  check={check}
                  onFirst={setFirst}
                  variant="default"
                  isHiddenIfSame
                />
              )
            }
          />
        ) : (
          <Panel title={texts.result}>
            {trial.error ? (
              <ErrorNotice error={trial.error} title={sharedTexts.failedAction} />
            ) : (
              <EmptyState drawing="flow" title={texts.noResult} text={texts.noResultHelp} />
            )}
          </Panel>
        )}
      </div>
    </div>
  );
}

/** The responses for the steps that send HTTP requests. */
function Answers({ workflow, steps }: { workflow: number; steps: readonly WrittenStep[] }) {
  const calls = allSteps(steps).filter(({ step }) => stepTypes[step.type]?.isAnsweredInTests);
  if (calls.length === 0) return null;
  return (
    <Stack gap="xs" role="group" aria-label={texts.outside}>
      <div>
        <Text size="sm" fw={500}>
          {texts.outside}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.outsideAbout}
        </Text>
      </div>
      {calls.map(({ step }) => (
        <PinnedAnswer key={step.name} workflow={workflow} step={step.name} />
      ))}
    </Stack>
  );
}

/** Returns the steps in the editor, or a version's steps once they are loaded. */
function useTriedSteps(
  workflow: number,
  source: string,
  steps: readonly WrittenStep[],
): readonly WrittenStep[] | undefined {
  const { data } = useQuery({
    ...query('GET /workflows/:id/versions/:number', { params: { id: workflow, number: Number(source) } }),
    enabled: source !== '',
    // Published versions never change, so don't refetch them.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return source === '' ? steps : (data?.steps as readonly WrittenStep[] | undefined);
}

function SourceChoice({
  workflow,
  source,
  onChoose,
}: {
  workflow: number;
  source: string;
  onChoose: (source: string) => void;
}) {
  const { data } = useQuery(query('GET /workflows/:id/versions', { params: { id: workflow }, query: {} }));
  const versions = (data?.versions ?? []).map(({ number }) => ({
    value: String(number),
    label: builderTexts.versions.version(number),
  }));
  return (
    <Select
      label={texts.source}
      labelProps={{ mb: 4 }}
      value={source}
      data={[{ value: '', label: texts.here }, ...versions]}
      allowDeselect={false}
      onChange={(value) => onChoose(value ?? '')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
