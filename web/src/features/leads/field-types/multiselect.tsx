import { MultiSelect } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
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

export const multiselect: FieldType = {
  ...tags,
  label: leadFieldsTexts.types.multiselect,
  hasOptions: true,
  Editor: MultiselectEditor,
};
