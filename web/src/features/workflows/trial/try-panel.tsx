import { Button, Group, JsonInput, Select, Stack } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiResponse, call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { stepTypes } from '../../../api/step-types.gen.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { sharedTexts } from '../../../texts/shared.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { allSteps, type WrittenStep } from '../builder/step-tree.ts';
import { inputOf, readObject, type Sample } from './sample.ts';
import { SamplePicker } from './sample-picker.tsx';
import { TrialSteps } from './trial-steps.tsx';

const texts = builderTexts.try;

interface TryProps {
  readonly workflow: number;
  readonly steps: readonly WrittenStep[];
  readonly sample: Sample;
  readonly onSample: (sample: Sample) => void;
}

/** Tests the steps in the editor or a published version, without side effects. */
export function TryPanel({ workflow, steps, sample, onSample }: TryProps) {
  const [source, setSource] = useState('');
  const [answers, setAnswers] = useState('{}');
  const tried = useTriedSteps(workflow, source, steps);
  const [input, given] = [inputOf(sample), readObject(answers)];
  const trial = useMutation<ApiResponse<'POST /workflows/:id/try'>, Error>({
    mutationFn: () => {
      const body = { steps: [...(tried ?? [])], input: input ?? { data: {} }, answers: given ?? {} };
      return call('POST /workflows/:id/try', { params: { id: workflow }, body });
    },
  });
  const calls = allSteps(tried ?? []).some(({ step }) => stepTypes[step.type]?.isAnsweredInTests);
  return (
    <Stack gap="md">
      <Panel title={texts.title} about={texts.about}>
        <SamplePicker workflow={workflow} sample={sample} onChange={onSample} />
        <SourceChoice workflow={workflow} source={source} onChoose={setSource} />
        {calls && (
          <JsonInput
            label={texts.outside}
            description={texts.outsideAbout}
            value={answers}
            onChange={setAnswers}
            error={given ? undefined : builderTexts.sample.dataWrong}
            autosize
            minRows={2}
          />
        )}
        <Group>
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            loading={trial.isPending}
            disabled={!input || !given || !tried}
            onClick={() => trial.mutate()}
          >
            {texts.action}
          </Button>
        </Group>
        {trial.error && <ErrorNotice error={trial.error} title={sharedTexts.failedAction} />}
      </Panel>
      {trial.data && <TrialSteps result={trial.data} />}
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
      value={source}
      data={[{ value: '', label: texts.here }, ...versions]}
      allowDeselect={false}
      onChange={(value) => onChoose(value ?? '')}
      comboboxProps={{ withinPortal: false }}
      maw={420}
    />
  );
}
