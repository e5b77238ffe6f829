import { Select } from '@mantine/core';
import { ReadOnlyValue } from '../../../../components/values/read-only-value.tsx';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext, useProblemsAt } from '../builder-context.ts';
import { type FieldsProps, failureKey, type WrittenStep } from '../step-tree.ts';

const { onError: texts } = stepTexts;
type Choice = keyof typeof texts.choices;

const choiceOf = ({ on_error }: WrittenStep): Choice =>
  on_error === undefined ? 'fail' : on_error === 'continue' ? 'continue' : 'steps';

/** Chooses what happens after the step has failed. The steps that handle the failure are added in the flow. */
export function ErrorField({ step, path, onChange }: FieldsProps) {
  const { isReadOnly } = useBuilderContext();
  const error = useProblemsAt([...path, failureKey])
    .map(({ message }) => message)
    .join(' ');
  const choice = choiceOf(step);
  if (isReadOnly) return <ReadOnlyValue label={texts.label} value={texts.choices[choice]} />;
  return (
    <Select
      label={texts.label}
      description={texts.about[choice]}
      data={Object.entries(texts.choices).map(([value, label]) => ({ value, label }))}
      value={choice}
      allowDeselect={false}
      error={error || undefined}
      comboboxProps={{ withinPortal: false }}
      onChange={(next) => onChange(withChoice(step, next as Choice), `${path.join('.')}.${failureKey}`)}
    />
  );
}

function withChoice({ on_error: _, ...step }: WrittenStep, choice: Choice): WrittenStep {
  const written = step as WrittenStep;
  if (choice === 'fail') return written;
  return { ...written, on_error: choice === 'continue' ? 'continue' : { steps: [] } };
}
