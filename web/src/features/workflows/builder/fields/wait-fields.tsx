import { Input, SegmentedControl } from '@mantine/core';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext } from '../builder-context.ts';
import type { FieldsProps, WrittenStep } from '../step-tree.ts';
import { FieldScope } from './field-scope.tsx';
import { TemplateField } from './template-field.tsx';

/** The fields of a wait step, which has either a duration or a date. */
export function WaitFields({ step, path, loops, onChange }: FieldsProps) {
  const { isReadOnly } = useBuilderContext();
  const by = step.until === undefined ? 'for' : 'until';
  const { for: _, until: __, ...rest } = step;
  const change = (key: string, value: string, about: string) =>
    onChange({ ...rest, [key]: value } as WrittenStep, about);
  return (
    <>
      {!isReadOnly && (
        <Input.Wrapper label={stepTexts.waitBy} labelElement="div">
          <SegmentedControl
            display="flex"
            w="fit-content"
            mt={4}
            size="xs"
            aria-label={stepTexts.waitBy}
            value={by}
            onChange={(next) => change(next, '', '')}
            data={[
              { value: 'for', label: stepTexts.waitFor },
              { value: 'until', label: stepTexts.waitUntil },
            ]}
          />
        </Input.Wrapper>
      )}
      <FieldScope path={path} setting={by}>
        <TemplateField
          label={stepTexts.fields[by]}
          description={stepTexts.about[by]}
          hint={stepTexts.hints[by]}
          value={String(step[by] ?? '')}
          onChange={(value) => change(by, value, `${path.join('.')}.${by}`)}
          place={{ path: [...path, by], loops }}
        />
      </FieldScope>
    </>
  );
}
