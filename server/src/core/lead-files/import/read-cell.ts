import { unguardCell } from '../../../lib/csv/write-record.ts';
import { type LeadField, typeOf } from '../../lead-fields/index.ts';

/**
 * A cell as the value that the API would be sent for it. An empty cell is undefined: it says nothing about the field.
 */
export function readCell(field: LeadField, cell: string): unknown {
  const text = unguardCell(cell);
  return text.trim() === '' ? undefined : typeOf(field).parse(text);
}
