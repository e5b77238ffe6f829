import { Textarea } from '@mantine/core';
import { ReadOnlyValue } from '../../../../components/values/read-only-value.tsx';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { useBuilderContext } from '../builder-context.ts';
import { FieldScope } from '../fields/field-scope.tsx';
import type { FieldsProps, WrittenStep } from '../step-tree.ts';

const texts = flowTexts.panel.note;

/** A note for people who edit the workflow. It is hidden until the user adds one. */
export function StepNote({
  step,
  path,
  isShown,
  onChange,
}: Pick<FieldsProps, 'step' | 'path' | 'onChange'> & { isShown: boolean }) {
  const { isReadOnly } = useBuilderContext();
  const note = typeof step.note === 'string' ? step.note : '';
  if (note === '' && (isReadOnly || !isShown)) return null;
  if (isReadOnly) return <ReadOnlyValue label={texts.label} value={note} />;
  return (
    <FieldScope path={path} setting="note">
      <Textarea
        label={texts.label}
        description={texts.about}
        value={note}
        autosize
        minRows={2}
        maxLength={500}
        onChange={({ currentTarget }) =>
          onChange(withNote(step, currentTarget.value), `${path.join('.')}.note`)
        }
      />
    </FieldScope>
  );
}

const withNote = ({ note: _, ...step }: WrittenStep, note: string): WrittenStep =>
  (note === '' ? step : { ...step, note }) as WrittenStep;
