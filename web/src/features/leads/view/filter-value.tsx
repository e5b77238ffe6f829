import { Group, Textarea } from '@mantine/core';
import { filterTexts } from '../../../texts/leads.ts';
import type { Field } from '../field.ts';
import { ValueInput } from '../value-input.tsx';

const partial = new Set([
  'contains',
  'begins_with',
  'ends_with',
  'not_contains',
  'not_begins_with',
  'not_ends_with',
]);
const lists = new Set(['tags', 'multiselect']);
const numbers = new Set(['number', 'integer', 'user_id']);

/** The type that a value of a condition is typed as: a part of a text is a text, a word of a list too. */
function typedAs({ type }: Field, operator: string): Field['type'] {
  if (partial.has(operator) || lists.has(type)) return 'text';
  return type;
}

/** What a condition compares with: nothing, one value, two, or many. */
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
  const typed = { ...field, type: typedAs(field, operator) };
  if (operator === 'between') {
    const [from = null, to = null] = Array.isArray(value) ? value : [];
    return (
      <Group grow gap="xs">
        <ValueInput
          field={{ ...typed, label: filterTexts.from }}
          value={from}
          onChange={(one) => onChange([one, to])}
        />
        <ValueInput
          field={{ ...typed, label: filterTexts.to }}
          value={to}
          onChange={(one) => onChange([from, one])}
        />
      </Group>
    );
  }
  if (operator === 'in' || operator === 'not_in') {
    const lines = Array.isArray(value) ? value.join('\n') : '';
    const read = (line: string) => (numbers.has(typed.type) && line.trim() !== '' ? Number(line) : line);
    return (
      <Textarea
        aria-label={filterTexts.value}
        placeholder={filterTexts.listHelp}
        autosize
        minRows={2}
        maxRows={6}
        value={lines}
        onChange={({ currentTarget }) => onChange(currentTarget.value.split('\n').map(read))}
      />
    );
  }
  return <ValueInput field={{ ...typed, label: filterTexts.value }} value={value} onChange={onChange} />;
}
