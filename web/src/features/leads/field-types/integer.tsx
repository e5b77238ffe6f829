import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { groupedText, NumberEditor, number } from './number.tsx';
import { text } from './text.tsx';

const IntegerEditor = (props: EditorProps) => <NumberEditor {...props} allowDecimal={false} />;

/** A year stays as it is. */
const textOf = groupedText('min2');

export const integer: FieldType = {
  ...number,
  Value: ({ value }) => textOf(value),
  Cell: ({ value }) => <text.Cell value={value} text={textOf(value)} />,
  textOf,
  label: leadFieldsTexts.types.integer,
  Editor: IntegerEditor,
  FilterEditor: IntegerEditor,
};
