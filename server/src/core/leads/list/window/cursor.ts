import { invalid, invalidField } from '../../../../lib/errors.ts';
import { type LeadField, typeOf } from '../../../lead-fields/index.ts';
import { afterPrefix, columnTypeOf, isNumeric, textKey, valueKey } from '../../record/lead-keys.ts';
import type { Order } from '../order.ts';

/**
 * A position in a list: the sort value as a string (null if empty) and an ID. No lead has to exist at that
 * position.
 */
export interface Cursor {
  readonly key: string | null;
  readonly id: number;
}

export type KeyType = 'text' | 'bigint' | 'double' | 'timestamp';

export function keyTypeOf(field: LeadField): KeyType {
  if (field.customId === null) return columnTypeOf(field);
  return isNumeric(field) ? 'double' : 'text';
}

const shapes: Readonly<Record<KeyType, RegExp>> = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL strings cannot contain NUL
  text: /^[^\u0000]*$/,
  bigint: /^-?\d{1,18}$/,
  double: /^-?(\d+(\.\d+)?(e[+-]?\d{1,3})?)$/i,
  timestamp: /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)$/,
};

/** Throws if the cursor can't have come from a response. */
export function requireCursor(field: LeadField, cursor: Cursor | undefined): Cursor | undefined {
  if (!cursor || cursor.key === null) return cursor;
  if (!shapes[keyTypeOf(field)].test(cursor.key))
    throw invalid('bad_place', "The cursor doesn't belong to this list and order. Load the list again.");
  return { key: cursor.key.toWellFormed(), id: cursor.id };
}

/**
 * Returns the cursor just before the first lead with the typed number or time, or whose value starts with the
 * typed string.
 */
export function cursorBefore({ field, isDescending }: Order, typed: string): Cursor {
  const type = keyTypeOf(field);
  const text = typed.trim();
  if (text === '') throw invalidField('field_required', field.alias, 'is required.');
  const { parse, readComparand } = typeOf(field);
  const value = readComparand(field, parse(text));
  if (type === 'text') {
    const key = textKey(String(value));
    return { key: isDescending ? (afterPrefix(key) ?? key) : key, id: 0 };
  }
  if (field.alias === 'id') return { key: null, id: Number(value) + (isDescending ? 1 : -1) };
  const key = type === 'timestamp' ? String(value) : String(valueKey(field, value).number);
  return { key, id: isDescending ? Number.MAX_SAFE_INTEGER : 0 };
}
