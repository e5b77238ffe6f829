import type { FieldType, TypedField } from '../field-type.ts';
import { orderedOperators } from '../operators.ts';
import { refuseValue } from './read-text.ts';

function readNumber(field: TypedField, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refuseValue(field, 'must be a number');
  return value;
}

const isNumber = /^-?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

function parseNumber(typed: string): unknown {
  const trimmed = typed.trim();
  return isNumber.test(trimmed) ? Number(trimmed) : trimmed;
}

export const number: FieldType = {
  description: 'A number, with or without decimals.',
  example: 12.5,
  schema: () => ({ type: 'number' }),
  hint: null,
  empty: null,
  isList: false,
  hasOptions: false,
  canBeUnique: true,
  isSortable: true,
  operators: orderedOperators,
  refersTo: null,
  read: readNumber,
  readComparand: readNumber,
  toNumber: Number,
  parse: parseNumber,
  format: String,
};
