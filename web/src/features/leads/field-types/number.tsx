import { NumberInput } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
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

export const number: FieldType = {
  ...text,
  label: leadFieldsTexts.types.number,
  Editor: NumberEditor,
  FilterEditor: NumberEditor,
  readLine: (line) => (line.trim() === '' ? line : Number(line)),
};
