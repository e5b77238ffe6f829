import { builtInFields, type LeadField, typeOf } from '../../../core/lead-fields/index.ts';
import type { Schema } from './document.ts';

/**
 * Returns the schema for a field in a response. It is nullable if the field can be empty, unless the empty
 * value is a list.
 */
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
    ...(unique && !readOnly ? { description: 'Unique in the workspace, ignoring case.' } : {}),
    ...(readOnly ? { readOnly } : {}),
  },
];

const lead: Schema = {
  type: 'object',
  properties: Object.fromEntries(builtInFields.map(propertyOf)),
  additionalProperties: true,
};

/** A lead in responses and in requests. A workspace's custom fields are added to the built-in ones. */
export const leadSchemas = {
  Lead: {
    ...lead,
    description: "A lead. In addition to these fields, it has the workspace's custom fields, by alias.",
    required: builtInFields.map(({ alias }) => alias),
  },
  LeadInput: {
    ...lead,
    description:
      'The fields to write. Omitted fields stay unchanged. Read-only fields are accepted if their value is unchanged, so a lead can be sent back as it was read.',
  },
} as const satisfies Record<string, Schema>;
