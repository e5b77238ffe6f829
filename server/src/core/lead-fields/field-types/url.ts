import type { FieldType } from '../field-type.ts';
import { text } from './text.ts';

export const url: FieldType = {
  ...text,
  description: 'A URL, as it was written.',
  example: 'https://example.test',
  hint: 'a web address',
};
