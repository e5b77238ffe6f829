import { createHash } from 'node:crypto';
import { type FieldValue, type LeadField, typeOf } from '../../lead-fields/index.ts';

/** In bytes: longer texts don't fit an index entry. A prefix or, for equality, a hash finds them. */
const longestKey = 2_000;
/** In characters, each at most three bytes per UTF-16 unit. */
const keptOfLong = 600;

/** The form in which texts are compared: ignoring case and how accents are encoded (spec/rest-api §6.4). */
export function textKey(text: string): string {
  const key = text.normalize('NFC').toLowerCase();
  if (Buffer.byteLength(key) <= longestKey) return key;
  // The cut may split a surrogate pair, and half of one can't be stored.
  return key.slice(0, keptOfLong).toWellFormed() + createHash('sha256').update(key).digest('hex');
}

/** The smallest text greater than every text with the prefix `key`; undefined if there is none. */
export function afterPrefix(key: string): string | undefined {
  const points = [...key].map((character) => character.codePointAt(0) ?? 0);
  for (;;) {
    const last = points.pop();
    if (last === undefined) return undefined;
    // Skips the surrogates, which are not characters.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    if (next <= 0x10ffff) return String.fromCodePoint(...points, next);
  }
}

/** How a custom field's value is filtered and ordered: by number or by key. */
export interface ValueKey {
  readonly key: string | null;
  readonly number: number | null;
}

export const isNumeric = (field: LeadField): boolean => typeOf(field).toNumber !== null;

/** Every unique value has a key. */
export function valueKey(field: LeadField, value: NonNullable<FieldValue>): ValueKey {
  const number = typeOf(field).toNumber?.(value) ?? null;
  if (number === null) return { key: textKey(String(value)), number: null };
  return { key: field.unique ? String(number) : null, number };
}

/** The columns of `leads` that don't contain a text key, by alias. */
const columnTypes: ReadonlyMap<string, 'bigint' | 'timestamp'> = new Map([
  ['id', 'bigint'],
  ['score', 'bigint'],
  ['owner_id', 'bigint'],
  ['date_added', 'timestamp'],
  ['date_modified', 'timestamp'],
] as const);

export const columnTypeOf = ({ alias }: LeadField): 'text' | 'bigint' | 'timestamp' =>
  columnTypes.get(alias) ?? 'text';
