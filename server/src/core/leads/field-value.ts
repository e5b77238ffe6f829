import { isEmail } from '../../lib/email.ts';
import { invalid } from '../../lib/errors.ts';
import { isStorable } from '../../lib/storable.ts';
import type { LeadField } from '../lead-fields/index.ts';

/** What a field of a lead can hold. An empty field is null. */
export type FieldValue = string | number | boolean | readonly string[] | null;

const longestText = 1_000;
const longestLongText = 65_536;
const mostListed = 100;

/**
 * The value that a field gets, or an error that names the field (spec/rest-api §5.2). Strict about types:
 * converting a value that is nearly right would store something else than was sent.
 */
export function readFieldValue(field: LeadField, raw: unknown): FieldValue {
  const value = raw === '' ? null : raw;
  if (value === null || value === undefined) return emptied(field);
  switch (field.type) {
    case 'text':
    case 'phone':
    case 'url':
      return text(field, value, longestText);
    case 'long_text':
      return text(field, value, longestLongText);
    case 'email':
      return check(field, text(field, value, longestText), isEmail, 'a mail address');
    case 'number':
      return check(field, value, (v): v is number => typeof v === 'number' && Number.isFinite(v), 'a number');
    case 'integer':
    case 'user_id':
      return check(field, value, (v): v is number => Number.isSafeInteger(v), 'a whole number');
    case 'boolean':
      return check(field, value, (v): v is boolean => typeof v === 'boolean', 'true or false');
    case 'date':
      return check(field, text(field, value, 10), isDate, 'a date such as 2026-11-30');
    case 'datetime':
      return instant(field, value);
    case 'select':
      return check<string>(
        field,
        text(field, value, longestText),
        (v) => field.options.includes(v),
        oneOf(field),
      );
    case 'multiselect':
      return list(field, value, (v) => field.options.includes(v), oneOf(field));
    case 'tags':
      return list(field, value, (v) => v !== '', 'a non-empty text');
    case 'user':
      throw refuse(field, 'cannot be set; use owner_id for the owner');
  }
}

const refuse = (field: LeadField, says: string) => invalid('invalid_value', `${field.alias}: ${says}.`);
const oneOf = ({ options }: LeadField) => `one of ${options.join(', ')}`;

function emptied(field: LeadField): null {
  if (field.required) throw refuse(field, 'is required');
  return null;
}

function check<T>(field: LeadField, value: unknown, holds: (value: T) => boolean, wanted: string): T {
  if (!holds(value as T)) throw refuse(field, `must be ${wanted}`);
  return value as T;
}

function text(field: LeadField, value: unknown, longest: number): string {
  if (typeof value !== 'string') throw refuse(field, 'must be a text');
  if (value.length > longest) throw refuse(field, `must have at most ${longest} characters`);
  if (!isStorable(value)) throw refuse(field, 'has characters that cannot be stored');
  return value;
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Any offset is taken and UTC is kept, so that instants compare as texts. */
function instant(field: LeadField, value: unknown): string {
  const written = text(field, value, 40);
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(written);
  const date = new Date(written);
  if (!isIso || Number.isNaN(date.getTime()))
    throw refuse(field, 'must be a time such as 2026-11-30T12:00:00Z');
  const stored = date.toISOString();
  // In UTC the year may have become one of five digits, or negative.
  if (stored.length !== '2026-11-30T12:00:00.000Z'.length) throw refuse(field, 'is too far away');
  return stored;
}

function list(
  field: LeadField,
  value: unknown,
  holds: (item: string) => boolean,
  wanted: string,
): readonly string[] | null {
  if (!Array.isArray(value)) throw refuse(field, `must be a list; each entry must be ${wanted}`);
  if (value.length > mostListed) throw refuse(field, `must have at most ${mostListed} entries`);
  const items = value.map((item) => {
    if (typeof item !== 'string' || !holds(item)) throw refuse(field, `each entry must be ${wanted}`);
    return text(field, item, longestText);
  });
  return items.length === 0 ? emptied(field) : [...new Set(items)];
}
