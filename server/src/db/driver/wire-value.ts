import type { Parameter } from './sql.ts';

export function wireValue(value: Parameter): string | Buffer | null {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (value instanceof Date) return wireDate(value);
  return typeof value === 'object' ? wireArray(value) : String(value);
}

/** Formats a date as ISO 8601. PostgreSQL has a different notation for years after 9999 and before 1. */
function wireDate(date: Date): string {
  const text = date.toISOString();
  const year = date.getUTCFullYear();
  if (year > 0 && year <= 9999) return text;
  const afterYear = text.slice(-20);
  return year > 0 ? `${year}${afterYear}` : `${String(1 - year).padStart(4, '0')}${afterYear} BC`;
}

const wireArray = (values: readonly (string | number)[]): string =>
  `{${values.map((value) => (typeof value === 'number' ? value : quoted(value))).join(',')}}`;

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
