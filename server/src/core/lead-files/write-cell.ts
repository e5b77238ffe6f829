import { guardCell } from '../../lib/csv/write-record.ts';
import type { LeadField } from '../lead-fields/index.ts';

/** A value of a lead as a cell that `readCell` takes back, and that no spreadsheet executes. */
export function writeCell({ type }: LeadField, value: unknown): string {
  if (value === null || value === undefined) return '';
  // Numbers begin with a minus sign and are none the worse for it.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (type === 'user') return guardCell((value as { name: string }).name);
  if (Array.isArray(value)) return guardCell(writeList(value as string[]));
  return guardCell(String(value));
}

const writeList = (words: readonly string[]): string =>
  words.some((word) => word.includes(';') || word !== word.trim() || word.startsWith('['))
    ? JSON.stringify(words)
    : words.join(';');
