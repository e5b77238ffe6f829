import { guardCell } from '../../../lib/csv/write-record.ts';
import { type LeadField, typeOf } from '../../lead-fields/index.ts';

/** A value of a lead as a cell that `readCell` understands and that no spreadsheet executes. */
export function writeCell(field: LeadField, value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeOf(field).format(value);
  // A number that starts with a minus sign is not a formula.
  return typeof value === 'number' || typeof value === 'boolean' ? text : guardCell(text);
}
