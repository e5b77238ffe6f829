import type { FieldType } from '../field-type.ts';
import { text } from './text.ts';

export const phone: FieldType = {
  ...text,
  description: 'A phone number, stored as entered.',
  example: '+41 31 555 01 23',
};
