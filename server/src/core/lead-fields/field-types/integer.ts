import type { FieldType, TypedField } from '../field-type.ts';
import { number } from './number.ts';
import { refuseValue } from './read-text.ts';

function readInteger(field: TypedField, value: unknown): number {
  if (!Number.isSafeInteger(value)) throw refuseValue(field, 'must be a whole number');
  return value as number;
}

export const integer: FieldType = {
  ...number,
  description: 'A whole number.',
  example: 50,
  schema: () => ({ type: 'integer' }),
  read: readInteger,
  readComparand: readInteger,
};
