import { builtInFields, type LeadField, typeOf } from '../../../core/lead-fields/index.ts';
import type { Schema } from './document.ts';

/** The schema of a field in a response: nullable if it can be empty, unless an empty field is a list. */
function schemaOf({ type, options }: Pick<LeadField, 'type' | 'options'>): Schema {
  const { schema, empty } = typeOf({ type });
  const value = schema(options);
  return empty === null ? { ...value, type: [value.type, 'null'] } : { ...value };
}

export const userSchema: Schema = schemaOf({ type: 'user', options: [] });

/** Fields that Hark sets on every lead. */
const neverEmpty: Readonly<Record<string, Schema>> = {
  id: { type: 'integer' },
  date_added: { type: 'string', format: 'date-time' },
  date_modified: { type: 'string', format: 'date-time' },
};

const propertyOf = ({ alias, label, unique, readOnly, ...field }: LeadField): [string, Schema] => [
  alias,
  {
    title: label,
    ...(neverEmpty[alias] ?? schemaOf(field)),
    ...(unique && !readOnly ? { description: 'Unique in the workspace, whatever its case.' } : {}),
    ...(readOnly ? { readOnly } : {}),
  },
];

const lead: Schema = {
  type: 'object',
  properties: Object.fromEntries(builtInFields.map(propertyOf)),
  additionalProperties: true,
};

/** A lead in responses and in requests. A workspace's custom fields come in addition to the built-in ones. */
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
