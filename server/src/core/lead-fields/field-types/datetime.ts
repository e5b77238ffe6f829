import type { FieldType, TypedField } from '../field-type.ts';
import { orderedOperators } from '../operators.ts';
import { readTextUpTo, refuseValue } from './read-text.ts';
import { text } from './text.ts';

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Accepts any offset and returns UTC, so instants can be compared as strings. */
function readInstant(field: TypedField, value: unknown): string {
  const written = readTextUpTo(field, value, 40);
  const instant = new Date(written);
  if (!iso.test(written) || Number.isNaN(instant.getTime()))
    throw refuseValue(field, 'must be a time such as 2026-11-30T12:00:00Z');
  const stored = instant.toISOString();
  // After conversion to UTC, the year may have five digits or be negative.
  if (stored.length !== '2026-11-30T12:00:00.000Z'.length)
    throw refuseValue(field, 'must be between the years 0 and 9999');
  return stored;
}

export const datetime: FieldType = {
  ...text,
  description: 'A date and time with a UTC offset, returned in UTC.',
  example: '2026-11-30T12:00:00.000Z',
  schema: () => ({ type: 'string', format: 'date-time' }),
  hint: 'a time such as 2026-01-31T12:00:00Z',
  operators: orderedOperators,
  read: readInstant,
  readComparand: readInstant,
  toNumber: (value) => new Date(String(value)).getTime(),
};
