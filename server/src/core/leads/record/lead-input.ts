import { isDeepStrictEqual } from 'node:util';
import { invalid, invalidField } from '../../../lib/errors.ts';
import {
  type FieldSet,
  type FieldValue,
  inputAliases,
  type LeadField,
  typeOf,
} from '../../lead-fields/index.ts';

/** Checks a value. An empty string or list clears the field (spec/rest-api §5.2). Errors name the field. */
export function readFieldValue(field: LeadField, raw: unknown): FieldValue {
  const isEmpty = raw === '' || raw === null || raw === undefined;
  const value = isEmpty ? null : typeOf(field).read(field, raw);
  if (value === null && field.required) throw invalidField('field_required', field.alias, 'is required.');
  return value;
}

/** `readOnly` contains the values sent for read-only fields, to be compared with the stored ones. */
export interface LeadInput {
  readonly values: ReadonlyMap<string, FieldValue>;
  readonly readOnly: ReadonlyMap<string, unknown>;
}

/**
 * Checks a record as sent: all fields must be known, and each value must match its field's type
 * (spec/rest-api §5.2).
 */
export function readLeadInput(body: unknown, { byAlias }: FieldSet): LeadInput {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('not_an_object', 'The body must be a JSON object with lead fields.');
  }
  const values = new Map<string, FieldValue>();
  const readOnly = new Map<string, unknown>();
  for (const [name, raw] of Object.entries(body)) {
    const field = byAlias.get(inputAliases.get(name) ?? name);
    if (!field) throw invalidField('unknown_field', name, 'there is no such field.');
    if (field.readOnly) readOnly.set(field.alias, raw);
    else values.set(field.alias, readFieldValue(field, raw));
  }
  return { values, readOnly };
}

/**
 * A record can be sent back as it was read, but changing a read-only field is an error. Users are compared by
 * ID, because a name may have changed since the record was read.
 */
export function requireUnchanged(
  { readOnly }: LeadInput,
  present: Readonly<Record<string, unknown>>,
  except: readonly string[] = [],
): void {
  for (const [alias, raw] of readOnly) {
    if (except.includes(alias) || isDeepStrictEqual(identityOf(raw), identityOf(present[alias]))) continue;
    throw invalidField('read_only_field', alias, "can't be changed.");
  }
}

const identityOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? { id: value.id } : (value ?? null);

export function requireRequired(values: ReadonlyMap<string, FieldValue>, { byAlias }: FieldSet): void {
  for (const { alias, required } of byAlias.values()) {
    if (required && (values.get(alias) ?? null) === null)
      throw invalidField('field_required', alias, 'is required.');
  }
}

/** Returns the unique fields that identify a record, with their values. Empty values are omitted. */
export function uniqueValues(
  values: ReadonlyMap<string, FieldValue>,
  { byAlias }: FieldSet,
): [LeadField, NonNullable<FieldValue>][] {
  return [...values].flatMap(([alias, value]) => {
    const field = byAlias.get(alias);
    return field?.unique && value !== null ? [[field, value] as [LeadField, NonNullable<FieldValue>]] : [];
  });
}
