import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { ChoiceEditor } from './choice-editor.tsx';
import { text } from './text.tsx';

const choices = [
  { value: 'true', label: leadsTexts.yes },
  { value: 'false', label: leadsTexts.no },
];

const BooleanEditor = (props: EditorProps) => (
  <ChoiceEditor {...props} choices={choices} read={(chosen) => chosen === 'true'} />
);

export const boolean: FieldType = {
  ...text,
  label: leadFieldsTexts.types.boolean,
  Editor: BooleanEditor,
  FilterEditor: BooleanEditor,
};
