import { Input, SegmentedControl } from '@mantine/core';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderWorld } from '../builder-context.ts';
import type { FieldsProps, WrittenStep } from '../step-tree.ts';
import { TemplateField } from './template-field.tsx';

/** A wait is for a time, or until a date: one of the two. */
export function WaitFields({ step, path, loops, onChange }: FieldsProps) {
  const { isReadOnly } = useBuilderWorld();
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
            onChange={(wanted) => change(wanted, '', '')}
            data={[
              { value: 'for', label: stepTexts.waitFor },
              { value: 'until', label: stepTexts.waitUntil },
            ]}
          />
        </Input.Wrapper>
      )}
      <TemplateField
        label={stepTexts.fields[by]}
        description={stepTexts.about[by]}
        hint={stepTexts.hints[by]}
        value={String(step[by] ?? '')}
        onChange={(value) => change(by, value, `${path.join('.')}.${by}`)}
        place={{ path: [...path, by], loops }}
      />
    </>
  );
}
