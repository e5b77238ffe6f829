import { ValueChip } from '../../../components/chips/value-chip.tsx';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { ChoiceEditor } from './choice-editor.tsx';
import { ChoiceList } from './choice-list.tsx';
import { text } from './text.tsx';

const SelectEditor = (props: EditorProps) => (
  <ChoiceEditor
    {...props}
    choices={props.field.options.map((option) => ({ value: option, label: option }))}
    read={(chosen) => chosen}
  />
);

export const showChip = (choice: string | number) => <ValueChip value={String(choice)} />;

const SelectList = (props: EditorProps) => (
  <ChoiceList {...props} choices={props.field.options} show={showChip} />
);

export const select: FieldType = {
  ...text,
  label: leadFieldsTexts.types.select,
  hasOptions: true,
  Editor: SelectEditor,
  FilterEditor: SelectEditor,
  ListEditor: SelectList,
  Value: ({ text: chosen }) => <ValueChip value={chosen} />,
  Cell: (props) => (props.text === '' ? <text.Cell {...props} /> : <ValueChip value={props.text} />),
};
