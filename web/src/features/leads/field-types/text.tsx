import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { fieldText } from '../field.ts';
import type { FieldType } from '../field-type.ts';
import { TextEditor } from './text-editor.tsx';

export const text: FieldType = {
  label: leadFieldsTexts.types.text,
  hasOptions: false,
  Editor: TextEditor,
  FilterEditor: TextEditor,
  ListEditor: undefined,
  readLine: (line) => line,
  takesEnter: false,
  Value: ({ text: shown }) => escapeBidi(shown),
  hrefOf: () => undefined,
  Cell: ({ text: shown }) => (
    <span dir="auto" title={escapeBidi(shown)}>
      {shown === '' ? leadsTexts.empty : escapeBidi(shown)}
    </span>
  ),
  columnWidth: undefined,
  textOf: fieldText,
  goToInput: 'text',
  goTo: (typed) => typed,
};
