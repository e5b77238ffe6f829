import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import { fieldText, useLeadForm } from '../field.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { ChoiceEditor } from './choice-editor.tsx';
import { number } from './number.tsx';

function UserEditor(props: EditorProps) {
  const { users } = useLeadForm();
  const choices = users.map(({ id, name }) => ({ value: String(id), label: escapeBidi(name) }));
  return <ChoiceEditor {...props} choices={choices} read={Number} />;
}

export const userId: FieldType = {
  ...number,
  label: leadFieldsTexts.types.user_id,
  Editor: UserEditor,
  FilterEditor: UserEditor,
  textOf: (value, users) => users.find(({ id }) => id === value)?.name ?? fieldText(value),
};
