import type { FieldType } from '../field-type.ts';
import { text } from './text.ts';

export const url: FieldType = {
  ...text,
  description: 'A URL, stored as entered.',
  example: 'https://example.test',
  hint: 'a URL',
};
