import { TextInput } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { text } from './text.tsx';
import { nullIfEmpty, textIn } from './text-editor.tsx';

const DateEditor = ({ input, value, onChange }: EditorProps) => (
  <TextInput
    {...input}
    type="date"
    value={textIn(value)}
    onChange={(event) => onChange(nullIfEmpty(event.currentTarget.value))}
  />
);

export const date: FieldType = {
  ...text,
  label: leadFieldsTexts.types.date,
  Editor: DateEditor,
  FilterEditor: DateEditor,
  goToInput: 'date',
};
