import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPin, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ApiResponse, call } from '../../../api/call.ts';
import { stepTypes } from '../../../api/step-types.gen.ts';
import { StatusChip } from '../../../components/chips/status-chip.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { stepTitle } from '../../../components/values/step-name.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { useBuilderContext } from '../builder/builder-context.ts';
import type { StepPath, WrittenStep } from '../builder/step-tree.ts';
import { StepWarnings } from '../draft/step-warnings.tsx';
import { PinnedAnswer } from './pinned-answer.tsx';
import { usePinnedAnswers } from './pinned-answers.ts';
import { inputOf } from './sample.ts';
import classes from './step-test.module.css';

const texts = builderTexts.stepTest;
type Tested = ApiResponse<'POST /workflows/:id/try-step'>;

type StepTestState = ReturnType<typeof useStepTest>;

/** Tests one step with the chosen sample. An HTTP step can get a pinned response, or send its request for real. */
export function useStepTest(workflow: number, { name, type }: WrittenStep) {
  const { steps, sample } = useBuilderContext();
  const { pinned } = usePinnedAnswers(workflow);
  const input = inputOf(sample);
  const test = useMutation<Tested, Error, { send: boolean }>({
    mutationFn: ({ send }) => {
      const body = { steps: [...steps], step: name, input: input ?? { data: {} }, answers: pinned, send };
      return call('POST /workflows/:id/try-step', { params: { id: workflow }, body });
    },
  });
  return {
    test,
    isReady: input !== undefined,
    isHttp: stepTypes[type]?.isAnsweredInTests ?? false,
    isPinned: Object.hasOwn(pinned, name),
  };
}

/** The buttons that test the step, at the end of its panel. */
export function StepTestBar({
  state: { test, isReady, isHttp, isPinned },
  onStart,
}: {
  state: StepTestState;
  /** Shows the result. */
  onStart: () => void;
}) {
  const start = (send: boolean) => {
    onStart();
    test.mutate({ send });
  };
  return (
    <div className={classes.bar}>
      <Button
        size="xs"
        leftSection={<IconPlayerPlay size={14} />}
        disabled={!isReady}
        loading={test.isPending && !test.variables.send}
        onClick={() => start(false)}
      >
        {texts.action}
      </Button>
      <Text size="xs" c="dimmed" className={classes.about ?? ''}>
        {!isHttp ? texts.short : isPinned ? texts.pinnedShort : texts.unpinnedShort}
      </Text>
      {isHttp && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={14} />}
          disabled={!isReady}
          loading={test.isPending && test.variables.send}
          onClick={() => start(true)}
        >
          {texts.send}
        </Button>
      )}
    </div>
  );
}

/** The result of testing the step. */
export function StepTest({
  workflow,
  path,
  step: { name },
  state: { test, isHttp },
}: {
  workflow: number;
  path: StepPath;
  step: WrittenStep;
  state: StepTestState;
}) {
  const { steps, isReadOnly, warnings } = useBuilderContext();
  const { pin } = usePinnedAnswers(workflow);
  if (isReadOnly) return null;
  return (
    <Stack gap="sm">
      {isHttp && <PinnedAnswer workflow={workflow} step={name} />}
      <Text size="xs" c="dimmed">
        {isHttp ? texts.sendAbout : texts.about}
      </Text>
      <StepWarnings steps={steps} warnings={warnings.filter((one) => isAt(one.path, path))} />
      {test.error && <ErrorNotice error={test.error} title={sharedTexts.failedAction} />}
      {test.data && <Result name={name} result={test.data} onPin={(body) => pin(name, body)} />}
    </Stack>
  );
}

const isAt = (one: StepPath, other: StepPath): boolean => one.join('.') === other.join('.');

function Result({
  name,
  result: { status, error, input, output, sent_ms },
  onPin,
}: {
  name: string;
  result: Tested;
  onPin: (body: unknown) => void;
}) {
  const received = parsed(output);
  return (
    <Stack gap="xs" role="status">
      <Group gap="xs">
        {status !== 'not reached' && <StatusChip status={status} />}
        <Text size="xs" c="dimmed">
          {status === 'not reached'
            ? texts.notReached
            : sent_ms === null
              ? texts.simulated
              : texts.sent(sent_ms)}
        </Text>
      </Group>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      <Value name={name} label={builderTexts.try.input} value={parsed(input)} />
      <Value name={name} label={builderTexts.try.output} value={received} />
      {sent_ms !== null && hasBody(received) && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPin size={14} />}
            onClick={() => onPin(received.body)}
          >
            {texts.pin}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const Value = ({ name, label, value }: { name: string; label: string; value: unknown }) =>
  value === null ? null : (
    <Stack gap={2}>
      <Text size="xs" fw={500}>
        {label}
      </Text>
      <DataBlock value={value} label={`${stepTitle(name)}: ${label}`} />
    </Stack>
  );

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const hasBody = (value: unknown): value is { readonly body: unknown } =>
  typeof value === 'object' && value !== null && 'body' in value;
