import type { FieldType } from '../field-type.ts';
import { readTextUpTo } from './read-text.ts';
import { text } from './text.ts';

const maxLength = 65_536;

export const longText: FieldType = {
  ...text,
  description: 'Multi-line text, at most 65,536 characters.',
  example: 'Called on Monday.\nWants an offer.',
  canBeUnique: false,
  read: (field, value) => readTextUpTo(field, value, maxLength),
  parse: (typed) => typed,
};
