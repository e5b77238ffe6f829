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

/** Groups the digits of numbers from 10,000 on, so that a year stays as it is. */
const grouped = new Intl.NumberFormat(undefined, { useGrouping: 'min2', maximumFractionDigits: 20 });
const textOf = (value: unknown): string =>
  typeof value === 'number' ? grouped.format(value) : fieldText(value);

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
