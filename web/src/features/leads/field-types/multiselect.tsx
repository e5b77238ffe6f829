import { MultiSelect } from '@mantine/core';
import { TagChip } from '../../../components/chips/value-chip.tsx';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { ChoiceList } from './choice-list.tsx';
import { listIn, tags } from './tags.tsx';

const MultiselectEditor = ({ field, input, value, onChange }: EditorProps) => (
  <MultiSelect
    {...input}
    value={listIn(value)}
    data={field.options}
    comboboxProps={{ withinPortal: false }}
    onChange={onChange}
  />
);

const MultiselectList = (props: EditorProps) => (
  <ChoiceList {...props} choices={props.field.options} show={(choice) => <TagChip tag={String(choice)} />} />
);

export const multiselect: FieldType = {
  ...tags,
  label: leadFieldsTexts.types.multiselect,
  hasOptions: true,
  Editor: MultiselectEditor,
  ListEditor: MultiselectList,
};
