import { Group, Textarea } from '@mantine/core';
import { filterTexts } from '../../../texts/leads/views.ts';
import { ValueInput } from '../edit/value-input.tsx';
import type { Field } from '../field.ts';
import { typeOf } from '../field-types.ts';

/** Operators that match part of the value's text. They always take plain text, regardless of the field's type. */
const partial = new Set([
  'contains',
  'begins_with',
  'ends_with',
  'not_contains',
  'not_begins_with',
  'not_ends_with',
]);
/** The inputs for a condition's values. The operator determines how many values there are. */
export function FilterValue({
  field,
  operator,
  value,
  onChange,
}: {
  field: Field;
  operator: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  if (operator === 'is_empty' || operator === 'is_not_empty') return null;
  const type = typeOf(field);
  const takesList = operator === 'in' || operator === 'not_in';
  const editor = partial.has(operator)
    ? typeOf({ type: 'text' }).Editor
    : (takesList && type.ListEditor) || type.FilterEditor;
  if (operator === 'between') {
    const [from = null, to = null] = Array.isArray(value) ? value : [];
    return (
      <Group grow gap="xs">
        <ValueInput
          field={{ ...field, label: filterTexts.from }}
          editor={editor}
          value={from}
          onChange={(one) => onChange([one, to])}
        />
        <ValueInput
          field={{ ...field, label: filterTexts.to }}
          editor={editor}
          value={to}
          onChange={(one) => onChange([from, one])}
        />
      </Group>
    );
  }
  if (takesList && !type.ListEditor) {
    const lines = Array.isArray(value) ? value.join('\n') : '';
    return (
      <Textarea
        aria-label={filterTexts.value}
        placeholder={filterTexts.listHelp}
        autosize
        minRows={2}
        maxRows={6}
        value={lines}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value.split('\n').map((line) => type.readLine(line)))
        }
      />
    );
  }
  return (
    <ValueInput
      field={{ ...field, label: filterTexts.value }}
      editor={editor}
      value={value}
      onChange={onChange}
    />
  );
}
