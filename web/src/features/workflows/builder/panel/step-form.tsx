import { Alert, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useProblemsAt, useWarningsAt } from '../builder-context.ts';
import { type FieldForm, stepForms } from '../edit/step-forms.ts';
import { ErrorField } from '../fields/error-field.tsx';
import { FieldScope } from '../fields/field-scope.tsx';
import { StepField } from '../fields/step-field.tsx';
import type { FieldsProps } from '../step-tree.ts';
import classes from './panel.module.css';

/** A form with a step's settings. */
export function StepForm(props: FieldsProps) {
  const ownProblems = useProblemsAt(props.path);
  const warnings = useWarningsAt(props.path);
  return (
    <Stack gap="md">
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
      {props.step.type !== 'stop' && <ErrorField {...props} />}
    </Stack>
  );
}

function Fields(props: FieldsProps) {
  const { fields: Form = {} } = stepForms[props.step.type] ?? {};
  if (typeof Form === 'function') return <Form {...props} />;
  const fields = Object.entries(Form);
  const folded = fields.filter(([, { isFolded }]) => isFolded);
  return (
    <>
      <FieldList {...props} fields={fields.filter(([, { isFolded }]) => !isFolded)} />
      {folded.length > 0 && (
        <details
          className={classes.fold}
          open={folded.some(([setting]) => props.step[setting] !== undefined)}
        >
          <summary>
            <IconChevronRight size={14} aria-hidden />
            {stepTexts.moreSettings}
          </summary>
          <Stack gap="md" pt="sm">
            <FieldList {...props} fields={folded} />
          </Stack>
        </details>
      )}
    </>
  );
}

const FieldList = ({
  fields,
  ...props
}: FieldsProps & { fields: readonly (readonly [setting: string, form: FieldForm])[] }) =>
  fields.map(([setting, form]) => (
    <FieldScope key={setting} path={props.path} setting={setting}>
      <StepField setting={setting} form={form} {...props} />
    </FieldScope>
  ));
