import { NativeSelect } from '@mantine/core';
import type { EditorProps } from '../field-type.ts';
import { textIn } from './text-editor.tsx';

/** A select for one value, or no value. */
export const ChoiceEditor = ({
  input,
  value,
  onChange,
  emptyLabel,
  choices,
  read,
}: EditorProps & {
  choices: readonly { value: string; label: string }[];
  read: (chosen: string) => unknown;
}) => (
  <NativeSelect
    {...input}
    value={textIn(value)}
    data={[{ value: '', label: emptyLabel }, ...choices]}
    onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : read(currentTarget.value))}
  />
);
