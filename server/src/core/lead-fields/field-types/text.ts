import type { FieldType } from '../field-type.ts';
import { everyOperator } from '../operators.ts';
import { readText } from './read-text.ts';

export const text: FieldType = {
  description: 'One line of text, at most 1,000 characters.',
  example: 'Ann',
  schema: () => ({ type: 'string' }),
  hint: null,
  empty: null,
  isList: false,
  hasOptions: false,
  canBeUnique: true,
  isSortable: true,
  operators: everyOperator,
  refersTo: null,
  read: readText,
  readComparand: readText,
  toNumber: null,
  parse: (typed) => typed.trim(),
  format: String,
};
