import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { ReadOnlyValue } from '../../../components/values/read-only-value.tsx';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext, useProblemsAt, useWarningsAt } from './builder-context.ts';
import { StepField } from './fields/step-field.tsx';
import { stepForms } from './step-forms.ts';
import type { FieldsProps } from './step-tree.ts';

/** A form with a step's name and settings. */
export function StepForm(props: FieldsProps) {
  const { step, path, onChange } = props;
  const { isReadOnly } = useBuilderContext();
  const nameProblems = useProblemsAt([...path, 'name']);
  const ownProblems = useProblemsAt(path);
  const warnings = useWarningsAt(path);
  const nameError = nameProblems.map(({ message }) => message).join(' ');
  return (
    <Stack gap="md">
      {isReadOnly ? (
        <ReadOnlyValue label={stepTexts.name} description={stepTexts.nameAbout} value={step.name} />
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
        <Alert key={message} color="yellow">
          {message}
        </Alert>
      ))}
      <Fields {...props} />
    </Stack>
  );
}

function Fields(props: FieldsProps) {
  const { fields: Form = {} } = stepForms[props.step.type] ?? {};
  if (typeof Form === 'function') return <Form {...props} />;
  return Object.entries(Form).map(([setting, form]) => (
    <StepField key={setting} setting={setting} form={form} {...props} />
  ));
}
