import { Textarea } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { text } from './text.tsx';
import { nullIfEmpty, textIn } from './text-editor.tsx';

const LongTextEditor = ({ input, value, onChange }: EditorProps) => (
  <Textarea
    {...input}
    autosize
    minRows={3}
    maxRows={12}
    value={textIn(value)}
    onChange={(event) => onChange(nullIfEmpty(event.currentTarget.value))}
  />
);

export const longText: FieldType = {
  ...text,
  label: leadFieldsTexts.types.long_text,
  Editor: LongTextEditor,
  FilterEditor: LongTextEditor,
  takesEnter: true,
};
