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
  hrefOf(written) {
    const digits = written.replace(/[^+\d]/g, '');
    return digits === '' ? undefined : `tel:${digits}`;
  },
};
