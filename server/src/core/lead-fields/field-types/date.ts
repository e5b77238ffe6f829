import type { FieldType, TypedField } from '../field-type.ts';
import { orderedOperators } from '../operators.ts';
import { readTextUpTo, refuseValue } from './read-text.ts';
import { text } from './text.ts';

function isDate(written: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(written)) return false;
  const day = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(written);
}

function readDate(field: TypedField, value: unknown): string {
  const written = readTextUpTo(field, value, 10);
  if (!isDate(written)) throw refuseValue(field, 'must be a date such as 2026-11-30');
  return written;
}

export const date: FieldType = {
  ...text,
  description: 'A date without a time.',
  example: '2026-11-30',
  schema: () => ({ type: 'string', format: 'date' }),
  hint: 'a date such as 2026-01-31',
  operators: orderedOperators,
  read: readDate,
  readComparand: readDate,
  toNumber: (value) => new Date(String(value)).getTime(),
};
