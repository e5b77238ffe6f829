import type { FieldType } from '../field-type.ts';
import { readText, refuseValue } from './read-text.ts';
import { text } from './text.ts';

export const select: FieldType = {
  ...text,
  description: "One of the field's options.",
  example: 'small',
  schema: (options) => ({ type: 'string', enum: options }),
  hasOptions: true,
  read(field, value) {
    const chosen = readText(field, value);
    if (!field.options.includes(chosen))
      throw refuseValue(field, `must be one of ${field.options.join(', ')}`);
    return chosen;
  },
};
