import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { NumberEditor, number } from './number.tsx';

const IntegerEditor = (props: EditorProps) => <NumberEditor {...props} allowDecimal={false} />;

export const integer: FieldType = {
  ...number,
  label: leadFieldsTexts.types.integer,
  Editor: IntegerEditor,
  FilterEditor: IntegerEditor,
};
