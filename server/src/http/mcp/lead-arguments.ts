import { z } from 'zod';
import type { FieldSet, LeadField } from '../../core/lead-fields/index.ts';

export const leadId = z.int().min(1).describe('The id of the lead.');

export const cursor = z
  .string()
  .max(200)
  .optional()
  .describe('`next_cursor` of the page before, to read on. Leave it out for the first page.');

/** How many of a list an agent gets unless it asks for another number: small pages, more often. */
export const usualPage = 20;

/** The writable fields that leads have in a workspace, as an agent is told. What they take is checked by the use case. */
export const leadFieldsShape = ({ byAlias }: FieldSet): Record<string, z.ZodType> =>
  Object.fromEntries(
    [...byAlias.values()]
      .filter(({ readOnly }) => !readOnly)
      .map((field) => [field.alias, schemaOf(field).describe(describe(field))]),
  );

function schemaOf({ type, options, required }: LeadField): z.ZodType {
  const value = typeOf(type, options);
  return required ? value.optional() : value.nullable().optional();
}

function typeOf(type: LeadField['type'], options: readonly string[]): z.ZodType {
  switch (type) {
    case 'number':
      return z.number();
    case 'integer':
    case 'user_id':
      return z.int();
    case 'boolean':
      return z.boolean();
    case 'tags':
      return z.array(z.string());
    case 'select':
      return z.enum(options);
    case 'multiselect':
      return z.array(z.enum(options));
    default:
      return z.string();
  }
}

/** Formats are words here: the use case decides, and says what is wrong. */
const formats: Readonly<Partial<Record<LeadField['type'], string>>> = {
  date: 'a date such as 2026-01-31',
  datetime: 'a moment such as 2026-01-31T12:00:00Z',
  email: 'a mail address',
  url: 'a web address',
  user_id: 'the id of a user',
};

const describe = ({ label, type, unique, required }: LeadField): string =>
  [label, formats[type], unique && 'no two leads have the same', required && 'required']
    .filter(Boolean)
    .join('; ');
