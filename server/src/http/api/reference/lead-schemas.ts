import {
  builtInFields,
  customTypes,
  type FieldType,
  type LeadField,
} from '../../../core/lead-fields/index.ts';
import type { Schema } from './document.ts';

/** A person by his id and name; null where there is none. */
export const user: Schema = {
  type: ['object', 'null'],
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};

const schemaByType: Partial<Record<FieldType, Schema>> = {
  integer: { type: ['integer', 'null'] },
  user_id: { type: ['integer', 'null'] },
  email: { type: ['string', 'null'], format: 'email' },
  datetime: { type: ['string', 'null'], format: 'date-time' },
  tags: { type: 'array', items: { type: 'string' } },
  user,
};
const text: Schema = { type: ['string', 'null'] };

/** What the service itself gives to every lead. */
const neverEmpty: Readonly<Record<string, Schema>> = {
  id: { type: 'integer' },
  date_added: { type: 'string', format: 'date-time' },
  date_modified: { type: 'string', format: 'date-time' },
};

const propertyOf = ({ alias, label, type, unique, readOnly }: LeadField): [string, Schema] => [
  alias,
  {
    title: label,
    ...(neverEmpty[alias] ?? schemaByType[type] ?? text),
    ...(unique && !readOnly ? { description: 'Unique in the workspace, whatever its case.' } : {}),
    ...(readOnly ? { readOnly } : {}),
  },
];

const lead: Schema = {
  type: 'object',
  properties: Object.fromEntries(builtInFields.map(propertyOf)),
  additionalProperties: true,
};

/** A lead as it is answered, and as it is sent. The workspace's own fields are beside the built-in ones. */
export const leadSchemas = {
  Lead: {
    ...lead,
    description: "A lead. The workspace's own fields stand beside these, under their alias.",
    required: builtInFields.map(({ alias }) => alias),
  },
  LeadInput: {
    ...lead,
    description:
      'The fields to write; what is left out stays as it is. A read-only field is taken with the value that it has, so that a lead that was read can be sent back whole.',
  },
} as const satisfies Record<string, Schema>;

/** Every type that a field can have. */
export const fieldTypes: readonly FieldType[] = [...customTypes, 'tags', 'user_id', 'user'];
