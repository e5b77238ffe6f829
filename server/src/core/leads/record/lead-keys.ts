import { createHash } from 'node:crypto';
import { type FieldValue, type LeadField, typeOf } from '../../lead-fields/index.ts';

/** In bytes: longer texts do not fit an index entry. They are found by their beginning, or whole by a fingerprint. */
const longestKey = 2_000;
/** In characters, of which none takes more than three bytes for each unit of its length. */
const keptOfLong = 600;

/**
 * The form in which texts are compared: without regard to case, and however an accent was typed
 * (spec/rest-api §6.4).
 */
export function textKey(text: string): string {
  const key = text.normalize('NFC').toLowerCase();
  if (Buffer.byteLength(key) <= longestKey) return key;
  // The cut may go through a pair of surrogates, and half of one cannot be stored.
  return key.slice(0, keptOfLong).toWellFormed() + createHash('sha256').update(key).digest('hex');
}

/** The smallest text that is greater than every text beginning with `key`; undefined when there is none. */
export function afterPrefix(key: string): string | undefined {
  const points = [...key].map((character) => character.codePointAt(0) ?? 0);
  for (;;) {
    const last = points.pop();
    if (last === undefined) return undefined;
    // Between them lie the halves of surrogate pairs, which are no characters.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    if (next <= 0x10ffff) return String.fromCodePoint(...points, next);
  }
}

/** A value of a workspace's own field as it is filtered and ordered: as a number, or as a key. */
export interface ValueKey {
  readonly key: string | null;
  readonly number: number | null;
}

/** Whether values of this field are compared as numbers. */
export const isNumeric = (field: LeadField): boolean => typeOf(field).toNumber !== null;

/** How a value of this field is compared. Whatever is unique has a key. */
export function valueKey(field: LeadField, value: NonNullable<FieldValue>): ValueKey {
  const number = typeOf(field).toNumber?.(value) ?? null;
  if (number === null) return { key: textKey(String(value)), number: null };
  return { key: field.unique ? String(number) : null, number };
}

/** The columns of `leads` that do not hold the key of a text, by alias. */
const columnTypes: ReadonlyMap<string, 'bigint' | 'timestamp'> = new Map([
  ['id', 'bigint'],
  ['score', 'bigint'],
  ['owner_id', 'bigint'],
  ['date_added', 'timestamp'],
  ['date_modified', 'timestamp'],
] as const);

/** The type of the column in which a built-in field is compared. */
export const columnTypeOf = ({ alias }: LeadField): 'text' | 'bigint' | 'timestamp' =>
  columnTypes.get(alias) ?? 'text';
