import { invalidField } from '../../../lib/errors.ts';
import { isStorable } from '../../../lib/storable.ts';
import type { TypedField } from '../field-type.ts';

export const refuseValue = (field: TypedField, says: string) =>
  invalidField('invalid_value', field.alias, `${says}.`);

const maxTextLength = 1_000;

/** Returns a string of up to 1,000 characters that PostgreSQL can store, or throws. */
export function readText(field: TypedField, value: unknown): string {
  return readTextUpTo(field, value, maxTextLength);
}

export function readTextUpTo(field: TypedField, value: unknown, maxLength: number): string {
  if (typeof value !== 'string') throw refuseValue(field, 'must be a text');
  if (value.length > maxLength) throw refuseValue(field, `must have at most ${maxLength} characters`);
  if (!isStorable(value)) throw refuseValue(field, "contains characters that can't be stored");
  return value;
}
