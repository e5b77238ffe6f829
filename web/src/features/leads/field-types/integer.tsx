import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { grouped, NumberEditor, number } from './number.tsx';

const IntegerEditor = (props: EditorProps) => <NumberEditor {...props} allowDecimal={false} />;

export const integer: FieldType = {
  ...number,
  // A year stays as it is.
  ...grouped('min2'),
  label: leadFieldsTexts.types.integer,
  Editor: IntegerEditor,
  FilterEditor: IntegerEditor,
};
