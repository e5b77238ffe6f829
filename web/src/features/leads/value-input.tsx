import { MultiSelect, NativeSelect, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { shownText } from '../../components/shown-text.ts';
import { leadsTexts } from '../../texts/leads.ts';
import { type Field, useLeadForm } from './field.ts';

export interface ValueInputProps {
  readonly field: Pick<Field, 'type' | 'options' | 'label'>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly label?: string;
  readonly error?: string | undefined;
  readonly isBare?: boolean;
  /** What a choice says of which nothing is chosen. */
  readonly emptyLabel?: string | undefined;
}

/** The input for a field's type. What it gives is what the API takes; an empty one gives null. */
export function ValueInput({
  field,
  value,
  onChange,
  label,
  error,
  isBare = false,
  emptyLabel = leadsTexts.empty,
}: ValueInputProps) {
  const { users } = useLeadForm();
  const shared = {
    ...(label === undefined ? { 'aria-label': field.label } : { label }),
    ...(error === undefined ? {} : { error }),
    ...(isBare ? { size: 'xs' as const, 'data-autofocus': true, autoFocus: true } : {}),
  };
  // Where no label is seen, the empty box says what it is for.
  const hint = label === undefined && !isBare ? { placeholder: field.label } : {};
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
  const give = (typed: string) => onChange(typed === '' ? null : typed);
  const choice = (data: { value: string; label: string }[], read: (chosen: string) => unknown) => (
    <NativeSelect
      {...shared}
      value={text}
      data={[{ value: '', label: emptyLabel }, ...data]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : read(currentTarget.value))
      }
    />
  );
  switch (field.type) {
    case 'long_text':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          onChange={(event) => give(event.currentTarget.value)}
        />
      );
    case 'number':
    case 'integer':
      return (
        <NumberInput
          {...shared}
          {...hint}
          value={typeof value === 'number' ? value : ''}
          allowDecimal={field.type === 'number'}
          hideControls={isBare}
          onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
        />
      );
    case 'boolean':
      return choice(
        [
          { value: 'true', label: leadsTexts.yes },
          { value: 'false', label: leadsTexts.no },
        ],
        (chosen) => chosen === 'true',
      );
    case 'select':
      return choice(
        field.options.map((option) => ({ value: option, label: option })),
        (chosen) => chosen,
      );
    case 'user_id':
      return choice(
        users.map(({ id, name }) => ({ value: String(id), label: shownText(name) })),
        Number,
      );
    case 'multiselect':
      return (
        <MultiSelect
          {...shared}
          value={listOf(value)}
          data={field.options}
          comboboxProps={{ withinPortal: false }}
          onChange={onChange}
        />
      );
    case 'tags':
      return (
        <TagsInput
          {...shared}
          value={listOf(value)}
          onChange={onChange}
          comboboxProps={{ withinPortal: false }}
        />
      );
    case 'date':
      return (
        <TextInput
          {...shared}
          type="date"
          value={text}
          onChange={(event) => give(event.currentTarget.value)}
        />
      );
    case 'datetime':
      return (
        <TextInput
          {...shared}
          type="datetime-local"
          value={localOf(text)}
          onChange={(event) => give(instantOf(event.currentTarget.value))}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          {...hint}
          type={inputTypes[field.type] ?? 'text'}
          value={text}
          onChange={(event) => give(event.currentTarget.value)}
        />
      );
  }
}

/** A keyboard that fits, on a phone; the server alone says what is right. */
const inputTypes: Readonly<Record<string, string>> = { phone: 'tel' };

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** An instant as the input for local times wants it. */
function localOf(instant: string): string {
  const date = new Date(instant);
  if (instant === '' || Number.isNaN(date.getTime())) return '';
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

const instantOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString());
