import { TextInput } from '@mantine/core';
import type { EditorProps } from '../field-type.ts';

export const textIn = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

export const nullIfEmpty = (typed: string): string | null => (typed === '' ? null : typed);

/** One line of text. `type` only chooses the keyboard of a phone; the server decides what is valid. */
export const TextEditor = ({
  input,
  hint,
  value,
  onChange,
  type = 'text',
}: EditorProps & { type?: 'text' | 'tel' }) => (
  <TextInput
    {...input}
    {...hint}
    type={type}
    value={textIn(value)}
    onChange={(event) => onChange(nullIfEmpty(event.currentTarget.value))}
  />
);
