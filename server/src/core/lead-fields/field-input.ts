import { z } from 'zod';
import { readBody, requireUnchanged } from '../../lib/read-body.ts';
import type { Change } from '../audit/index.ts';
import { customTypeNames } from './field-types.ts';
import type { LeadField } from './lead-field.ts';
import { editLeadField, findCustomField } from './save-lead-field.ts';

const text = z.string().trim().min(1).max(200);

export const fieldLabel = text;
export const fieldOptions = z
  .array(text)
  .max(500)
  .refine((list) => new Set(list).size === list.length, 'must not contain duplicate options');

const newField = z.strictObject({
  alias: z.string().min(1),
  type: z.enum(customTypeNames),
  label: fieldLabel.optional(),
  unique: z.boolean().optional(),
  required: z.boolean().optional(),
  options: fieldOptions.optional(),
});

const readOnlyKeys = ['alias', 'type', 'unique'] as const;
const readOnly = z.unknown().optional();
const fieldChange = z.strictObject({
  label: fieldLabel.optional(),
  required: z.boolean().optional(),
  options: fieldOptions.optional(),
  alias: readOnly,
  type: readOnly,
  unique: readOnly,
});
export type FieldChange = z.output<typeof fieldChange>;

/** Reads the body of `POST /api/lead-fields/new` (spec/rest-api §16.1). */
export const readNewField = (body: unknown) => readBody(newField, body);

/** Reads the body of `PATCH` and `PUT /api/lead-fields/{alias}` (spec/rest-api §16.2). */
export const readFieldChange = (body: unknown): FieldChange => readBody(fieldChange, body);

/** Changes a field as a caller of the REST API asks. @throws HarkError if a read-only value differs from the present one */
export async function changeLeadField(
  change: Change,
  alias: string,
  { label, required, options, ...fixed }: FieldChange,
): Promise<LeadField> {
  requireUnchanged(await findCustomField(change, alias), fixed, readOnlyKeys);
  return editLeadField(change, { alias, label, required, options });
}

/** The keys of a custom field as REST shows it, in this order. */
export const shownFieldKeys = ['alias', 'label', 'type', 'unique', 'required', 'options'] as const;

/** Returns a custom field as REST shows it (spec/rest-api §16). */
export const showField = ({ alias, label, type, unique, required, options }: LeadField) => ({
  alias,
  label,
  type,
  unique,
  required,
  options,
});
