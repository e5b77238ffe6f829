import { Anchor } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { text } from './text.tsx';
import { TextEditor } from './text-editor.tsx';

const PhoneEditor = (props: EditorProps) => <TextEditor {...props} type="tel" />;

export const phone: FieldType = {
  ...text,
  label: leadFieldsTexts.types.phone,
  Editor: PhoneEditor,
  FilterEditor: PhoneEditor,
  Value: ({ text: written }) => <Anchor href={`tel:${written.replace(/[^+\d]/g, '')}`}>{written}</Anchor>,
};
