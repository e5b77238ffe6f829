import { createHash } from 'node:crypto';
import { type FieldValue, type LeadField, typeOf } from '../../lead-fields/index.ts';

/**
 * The max length in bytes, because longer strings don't fit in an index entry. They are found by a prefix or,
 * for equality, by a hash.
 */
const maxKeyLength = 2_000;
/** How many characters of a long string are kept. Each UTF-16 unit takes at most three bytes. */
const keptOfLong = 600;

/**
 * Returns the form in which strings are compared: it ignores case and how accents are encoded (spec/rest-api
 * §6.4).
 */
export function textKey(text: string): string {
  const key = text.normalize('NFC').toLowerCase();
  if (Buffer.byteLength(key) <= maxKeyLength) return key;
  // The cut may split a surrogate pair, and half a pair can't be stored.
  return key.slice(0, keptOfLong).toWellFormed() + createHash('sha256').update(key).digest('hex');
}

/**
 * Returns the smallest string greater than every string with the prefix `key`, or undefined if there is none.
 */
export function afterPrefix(key: string): string | undefined {
  const points = [...key].map((character) => character.codePointAt(0) ?? 0);
  for (;;) {
    const last = points.pop();
    if (last === undefined) return undefined;
    // Skip the surrogates, which aren't characters.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    if (next <= 0x10ffff) return String.fromCodePoint(...points, next);
  }
}

/** What a custom field's value is filtered and sorted by: a number or a key. */
export interface ValueKey {
  readonly key: string | null;
  readonly number: number | null;
}

export const isNumeric = (field: LeadField): boolean => typeOf(field).toNumber !== null;

/** Returns the key of a value. Every unique value has one. */
export function valueKey(field: LeadField, value: NonNullable<FieldValue>): ValueKey {
  const number = typeOf(field).toNumber?.(value) ?? null;
  if (number === null) return { key: textKey(String(value)), number: null };
  return { key: field.unique ? String(number) : null, number };
}

/** Columns of `leads` that contain something other than a text key, by alias. */
const columnTypes: ReadonlyMap<string, 'bigint' | 'timestamp'> = new Map([
  ['id', 'bigint'],
  ['score', 'bigint'],
  ['owner_id', 'bigint'],
  ['date_added', 'timestamp'],
  ['date_modified', 'timestamp'],
] as const);

export const columnTypeOf = ({ alias }: LeadField): 'text' | 'bigint' | 'timestamp' =>
  columnTypes.get(alias) ?? 'text';
