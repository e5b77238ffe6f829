import { z } from 'zod';
import { type FieldSet, type LeadField, typeOf, type ValueSchema } from '../../core/lead-fields/index.ts';
import { maxPageSize } from '../../core/leads/index.ts';

export const leadId = z.int().min(1).describe('The id of the lead.');

export const cursor = z
  .string()
  .max(200)
  .optional()
  .describe(
    '`next_cursor` of the page before, to read on; give the other arguments as before. Leave it out for the first page.',
  );

export const chosenFields = z
  .array(z.string())
  .min(1)
  .max(100)
  .optional()
  .describe('Only these fields, as describe_fields names them.');

/** The default page size for agents: small pages, more often. */
export const usualPage = 20;

export const pageSize = z
  .int()
  .min(1)
  .max(maxPageSize)
  .optional()
  .describe(`How many at most; ${usualPage} unless you say.`);

/** The bytes that a workspace's fields can use in a tool's schema: agents read it in every conversation. */
const fieldsBytes = 6_000;

/** The writable fields that agents see. Fields beyond the size limit are hidden but accepted. */
export function shownLead({ byAlias }: FieldSet, more: Readonly<Record<string, z.ZodType>> = {}): z.ZodType {
  const isNew = more.id === undefined;
  const writable = [...byAlias.values()].filter(({ readOnly }) => !readOnly);
  const shown: Record<string, z.ZodType> = { ...more };
  let room = fieldsBytes;
  let left = 0;
  for (const field of [...writable.filter(isRequired), ...writable.filter((other) => !isRequired(other))]) {
    const schema = schemaOf(field, isNew).describe(describe(field));
    const bytes = Buffer.byteLength(
      JSON.stringify({ [field.alias]: z.toJSONSchema(schema, { io: 'input' }) }),
    );
    if (bytes > room) left++;
    else {
      shown[field.alias] = schema;
      room -= bytes;
    }
  }
  if (left === 0) return z.strictObject(shown);
  return z.looseObject(shown).describe(`And ${left} more fields, as describe_fields shows them.`);
}

const isRequired = ({ required }: LeadField) => required;

function schemaOf(field: LeadField, isNew: boolean): z.ZodType {
  const value = argumentFor(typeOf(field).schema(field.options));
  if (!field.required) return value.nullable().optional();
  return isNew ? value : value.optional();
}

/** Omits formats: the hint names them, and the use case validates them with a helpful error. */
function argumentFor({ type, enum: options, items }: ValueSchema): z.ZodType {
  switch (type) {
    case 'string':
      return options ? z.enum(options) : z.string();
    case 'number':
      return z.number();
    case 'integer':
      return z.int();
    case 'boolean':
      return z.boolean();
    case 'array':
      return z.array(items ? argumentFor(items) : z.unknown());
    case 'object':
      return z.looseObject({});
  }
}

const describe = (field: LeadField): string =>
  [
    field.label,
    typeOf(field).hint,
    field.unique && 'no two leads have the same',
    field.required && 'required',
  ]
    .filter(Boolean)
    .join('; ');
