import { Stack, Text } from '@mantine/core';
import { StepTile } from '../../../../components/chips/step-tile.tsx';
import { DataBlock } from '../../../../components/values/data-block.tsx';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { useBuilderContext } from '../builder-context.ts';
import { type StepPath, stepsBefore, type WrittenStep } from '../step-tree.ts';
import classes from './panel.module.css';

const { input: inputTexts, output: outputTexts } = flowTexts.panel;

/** The values that a step can use: the request, and the outputs of the steps before it. */
export function StepInput({ path }: { path: StepPath }) {
  const { steps, input, outputs } = useBuilderContext();
  return (
    <Stack gap="md">
      <Text size="xs" c="dimmed">
        {inputTexts.about}
      </Text>
      <Values type="webhook" label={inputTexts.request} value={input} />
      {stepsBefore(steps, path).map(({ name, type }) => (
        <Values key={name} type={type} label={stepTitle(name)} value={outputs[name]} />
      ))}
    </Stack>
  );
}

export function StepOutput({ step: { name, type } }: { step: WrittenStep }) {
  const { outputs, sample } = useBuilderContext();
  const isKnown = outputs[name] !== undefined;
  return (
    <Stack gap="md">
      <Text size="xs" c="dimmed">
        {isKnown ? outputTexts.about : sample.kind === 'data' ? outputTexts.custom : outputTexts.none}
      </Text>
      {isKnown && <Values type={type} label={stepTitle(name)} value={outputs[name]} />}
    </Stack>
  );
}

const Values = ({ type, label, value }: { type: string; label: string; value: unknown }) => (
  <Stack gap={6}>
    <span className={classes.source}>
      <StepTile type={type} size={22} />
      {label}
    </span>
    {value === undefined ? (
      <Text size="xs" c="dimmed">
        {inputTexts.notRun(label)}
      </Text>
    ) : (
      <DataBlock value={value} label={label} />
    )}
  </Stack>
);
