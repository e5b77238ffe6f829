import type { FieldType, TypedField } from '../field-type.ts';
import { refuseValue } from './read-text.ts';

function refuse(field: TypedField): never {
  throw refuseValue(field, "can't be set; set owner_id to change the owner");
}

export const user: FieldType = {
  description: 'A user with id and name, set by Hark.',
  example: { id: 3, name: 'Sam Sales' },
  schema: () => ({
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  }),
  hint: null,
  empty: null,
  isList: false,
  hasOptions: false,
  canBeUnique: false,
  isSortable: false,
  operators: [],
  refersTo: null,
  read: refuse,
  readComparand: refuse,
  toNumber: null,
  parse: (typed) => typed.trim(),
  format: (value) => (value as { name: string }).name,
};
