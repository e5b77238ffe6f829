import { TextInput } from '@mantine/core';
import type { EditorProps } from '../field-type.ts';

export const textIn = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

export const nullIfEmpty = (typed: string): string | null => (typed === '' ? null : typed);

/** An input for one line of text. `type` only determines which keyboard a phone shows; the server validates the value. */
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
