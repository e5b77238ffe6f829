import type { FieldType, TypedField } from '../field-type.ts';
import { equalityOperators } from '../operators.ts';
import { refuseValue } from './read-text.ts';

const yes = new Set(['true', 'yes', 'y', '1', 'x', 'on']);
const no = new Set(['false', 'no', 'n', '0', 'off']);

function readBoolean(field: TypedField, value: unknown): boolean {
  if (typeof value !== 'boolean') throw refuseValue(field, 'must be true or false');
  return value;
}

export const boolean: FieldType = {
  description: 'True or false.',
  example: true,
  schema: () => ({ type: 'boolean' }),
  hint: null,
  empty: null,
  isList: false,
  hasOptions: false,
  canBeUnique: false,
  isSortable: true,
  operators: equalityOperators,
  refersTo: null,
  read: readBoolean,
  readComparand: readBoolean,
  toNumber: (value) => (value ? 1 : 0),
  parse(typed) {
    const trimmed = typed.trim();
    const word = trimmed.toLowerCase();
    if (yes.has(word)) return true;
    return no.has(word) ? false : trimmed;
  },
  format: String,
};
