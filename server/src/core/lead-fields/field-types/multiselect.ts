import type { FieldType } from '../field-type.ts';
import { readList, tags } from './tags.ts';

export const multiselect: FieldType = {
  ...tags,
  description: "Any number of the field's options.",
  example: ['red', 'blue'],
  schema: (options) => ({ type: 'array', items: { type: 'string', enum: options } }),
  empty: null,
  hasOptions: true,
  read: (field, value) =>
    readList(field, value, (entry) => field.options.includes(entry), `one of ${field.options.join(', ')}`),
};
