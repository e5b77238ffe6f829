import type { FieldType, TypedField } from '../field-type.ts';
import { listOperators } from '../operators.ts';
import { readText, refuseValue } from './read-text.ts';

const maxEntries = 100;

/**
 * Returns the distinct entries, or null for an empty list. `wanted` describes a valid entry in error
 * messages.
 */
export function readList(
  field: TypedField,
  value: unknown,
  isEntry: (entry: string) => boolean,
  wanted: string,
): readonly string[] | null {
  if (!Array.isArray(value)) throw refuseValue(field, `must be a list; each entry must be ${wanted}`);
  if (value.length > maxEntries) throw refuseValue(field, `must have at most ${maxEntries} entries`);
  const entries = value.map((entry) => {
    if (typeof entry !== 'string' || !isEntry(entry))
      throw refuseValue(field, `each entry must be ${wanted}`);
    return readText(field, entry);
  });
  return entries.length === 0 ? null : [...new Set(entries)];
}

/** Parses words separated by semicolons, or a JSON list if a word contains a semicolon. */
function parseList(typed: string): unknown {
  const trimmed = typed.trim();
  if (trimmed.startsWith('[')) {
    try {
      return JSON.parse(trimmed);
    } catch {
      return [trimmed];
    }
  }
  const words = trimmed.split(';').map((word) => word.trim());
  return words.filter((word) => word !== '');
}

function formatList(value: unknown): string {
  const words = value as readonly string[];
  return words.some((word) => word.includes(';') || word !== word.trim() || word.startsWith('['))
    ? JSON.stringify(words)
    : words.join(';');
}

export const tags: FieldType = {
  description: 'A list of words, at most 100.',
  example: ['hot', 'trade fair'],
  schema: () => ({ type: 'array', items: { type: 'string' } }),
  hint: null,
  empty: [],
  isList: true,
  hasOptions: false,
  canBeUnique: false,
  isSortable: false,
  operators: listOperators,
  refersTo: null,
  read: (field, value) => readList(field, value, (entry) => entry !== '', 'non-empty text'),
  readComparand: readText,
  toNumber: null,
  parse: parseList,
  format: formatList,
};
