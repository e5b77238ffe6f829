import { invalid } from '../../../lib/errors.ts';
import { type FieldValue, type LeadField, typeOf } from '../../lead-fields/index.ts';

/** The value that a field accepts, or an error that names the field. An empty text or list empties the field (spec/rest-api §5.2). */
export function readFieldValue(field: LeadField, raw: unknown): FieldValue {
  const isEmpty = raw === '' || raw === null || raw === undefined;
  const value = isEmpty ? null : typeOf(field).read(field, raw);
  if (value === null && field.required) throw invalid('invalid_value', `${field.alias}: is required.`);
  return value;
}
