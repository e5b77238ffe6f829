import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { ReadValue } from '../../../components/read-value.tsx';
import { stepTexts } from '../../../texts/workflow-steps.ts';
import { useBuilderWorld, useProblemsAt, useWarningsAt } from './builder-context.ts';
import { StepField } from './step-field.tsx';
import { stepFields } from './step-fields.ts';
import type { LoopAround, StepPath, WrittenStep } from './step-tree.ts';
import { WaitFields } from './wait-fields.tsx';

/** Everything that one step says, by its type. */
export function StepForm({
  step,
  path,
  loops,
  onChange,
}: {
  step: WrittenStep;
  path: StepPath;
  loops: readonly LoopAround[];
  onChange: (step: WrittenStep, about: string) => void;
}) {
  const { isReadOnly } = useBuilderWorld();
  const nameProblems = useProblemsAt([...path, 'name']);
  const ownProblems = useProblemsAt(path);
  const warnings = useWarningsAt(path);
  const nameError = nameProblems.map(({ message }) => message).join(' ');
  return (
    <Stack gap="md">
      {isReadOnly ? (
        <ReadValue label={stepTexts.name} description={stepTexts.nameAbout} value={step.name} />
      ) : (
        <TextInput
          label={stepTexts.name}
          description={stepTexts.nameAbout}
          value={step.name}
          error={nameError === '' ? undefined : nameError}
          onChange={(event) =>
            onChange({ ...step, name: event.currentTarget.value }, `${path.join('.')}.name`)
          }
        />
      )}
      {ownProblems.map(({ message }) => (
        <Text key={message} size="sm" c="var(--mantine-color-error)">
          {message}
        </Text>
      ))}
      {warnings.map(({ message }) => (
        <Alert key={message} color="yellow" variant="outline">
          {message}
        </Alert>
      ))}
      {step.type === 'wait' && <WaitFields step={step} path={path} loops={loops} onChange={onChange} />}
      {(stepFields[step.type] ?? []).map((form) => (
        <StepField key={form.key} form={form} step={step} path={path} loops={loops} onChange={onChange} />
      ))}
    </Stack>
  );
}
