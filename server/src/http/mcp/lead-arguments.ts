import { z } from 'zod';
import { type FieldSet, type LeadField, typeOf, type ValueSchema } from '../../core/lead-fields/index.ts';
import { maxPageSize } from '../../core/paging/index.ts';

export const leadId = z.int().min(1).describe('Id of the lead.');

export const cursor = z
  .string()
  .max(200)
  .optional()
  .describe(
    '`next_cursor` of the previous page, to get the next one; keep the other arguments the same. Omit it for the first page.',
  );

export const chosenFields = z
  .array(z.string())
  .min(1)
  .max(100)
  .optional()
  .describe('Return only these fields (aliases from describe_fields).');

/** The default page size for agents. Small pages, requested more often, suit them better. */
export const usualPage = 20;

export const pageSize = z
  .int()
  .min(1)
  .max(maxPageSize)
  .optional()
  .describe(`Maximum number of items; the default is ${usualPage}.`);

/**
 * How many bytes a workspace's fields may use in a tool's schema, because agents read the schema in every
 * conversation.
 */
const fieldsBytes = 6_000;

/** Returns the writable fields that agents see. Fields beyond the size limit are hidden but still accepted. */
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
  return z.looseObject(shown).describe(`And ${left} more fields; see describe_fields.`);
}

const isRequired = ({ required }: LeadField) => required;

function schemaOf(field: LeadField, isNew: boolean): z.ZodType {
  const value = argumentFor(typeOf(field).schema(field.options));
  if (!field.required) return value.nullable().optional();
  return isNew ? value : value.optional();
}

/**
 * Returns an argument's schema without formats: the hint names the format, and the use case validates it with a
 * helpful error.
 */
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
  [field.label, typeOf(field).hint, field.unique && 'unique', field.required && 'required']
    .filter(Boolean)
    .join('; ');
