import { NumberInput } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import { fieldText } from '../field.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { text } from './text.tsx';

export const NumberEditor = ({
  input,
  hint,
  value,
  onChange,
  isBare,
  allowDecimal = true,
}: EditorProps & { allowDecimal?: boolean }) => (
  <NumberInput
    {...input}
    {...hint}
    value={typeof value === 'number' ? value : ''}
    allowDecimal={allowDecimal}
    hideControls={isBare}
    onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
  />
);

/** Returns a function that writes numbers with grouped digits; `min2` groups only those from 10,000 on. */
export const groupedText = (useGrouping: 'always' | 'min2') => {
  const format = new Intl.NumberFormat(undefined, { useGrouping, maximumFractionDigits: 20 });
  return (value: unknown): string => (typeof value === 'number' ? format.format(value) : fieldText(value));
};

const textOf = groupedText('always');

export const number: FieldType = {
  ...text,
  Value: ({ value }) => textOf(value),
  Cell: ({ value }) => <text.Cell value={value} text={textOf(value)} />,
  textOf,
  label: leadFieldsTexts.types.number,
  Editor: NumberEditor,
  FilterEditor: NumberEditor,
  readLine: (line) => (line.trim() === '' ? line : Number(line)),
};
