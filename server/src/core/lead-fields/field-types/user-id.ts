import type { FieldType } from '../field-type.ts';
import { integer } from './integer.ts';

export const userId: FieldType = {
  ...integer,
  description: 'The id of a user.',
  example: 3,
  hint: 'the id of a user',
  refersTo: 'user',
};
