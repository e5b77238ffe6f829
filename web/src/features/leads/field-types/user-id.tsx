import { Select } from '@mantine/core';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import { fieldText, useLeadForm } from '../field.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { ChoiceList } from './choice-list.tsx';
import { number } from './number.tsx';
import { textIn } from './text-editor.tsx';
import { Person } from './user.tsx';

const noUser = 'none';

/** Finds a user by name. */
function UserEditor({ input, value, onChange, onDone, emptyLabel }: EditorProps) {
  const { users } = useLeadForm();
  const choices = users.map(({ id, name }) => ({ value: String(id), label: escapeBidi(name) }));
  const choose = (chosen: string | null) =>
    onChange(chosen === noUser || chosen === null ? null : Number(chosen));
  return (
    <Select
      {...input}
      searchable
      allowDeselect={false}
      data={[{ value: noUser, label: emptyLabel }, ...choices]}
      value={textIn(value) || noUser}
      onChange={choose}
      // Mantine reports the chosen option before it changes the value.
      onOptionSubmit={(chosen) => {
        choose(chosen);
        onDone?.();
      }}
      renderOption={({ option }) => (option.value === noUser ? option.label : <Person name={option.label} />)}
      comboboxProps={{ width: 240, position: 'bottom-start', shadow: 'md' }}
    />
  );
}

function UserList(props: EditorProps) {
  const { users } = useLeadForm();
  return (
    <ChoiceList
      {...props}
      choices={users.map(({ id }) => id)}
      show={(choice) => <Person name={users.find(({ id }) => id === choice)?.name ?? String(choice)} />}
    />
  );
}

export const userId: FieldType = {
  ...number,
  label: leadFieldsTexts.types.user_id,
  Editor: UserEditor,
  FilterEditor: UserEditor,
  ListEditor: UserList,
  textOf: (value, users) => users.find(({ id }) => id === value)?.name ?? fieldText(value),
};
