import { searchedAliases } from './search-store.ts';

const maxWords = 5;
/** The trigram index needs at least three characters. */
const minIndexedLength = 3;

/**
 * Turns a typed search into API filters (spec/rest-api §6.4): every word must occur in a name, the company or
 * the email address. Only the first few words are used. If all words are too short for the index, they match
 * only at the beginning of a field.
 */
function searchFilters(search: string): object[] {
  const words = search
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords);
  const isIndexed = words.some((word) => [...word].length >= minIndexedLength);
  const operator = isIndexed ? 'contains' : 'begins_with';
  return words.map((value) => ({ any: searchedAliases.map((alias) => ({ alias, operator, value })) }));
}

export function searchBody({
  search = '',
  filters = [],
  match = 'all',
}: {
  readonly search?: string | undefined;
  readonly filters?: readonly unknown[] | undefined;
  readonly match?: 'all' | 'any' | undefined;
}): { filters?: unknown[]; match?: 'any' } {
  const words = searchFilters(search);
  if (words.length === 0)
    return { ...(filters.length > 0 && { filters: [...filters] }), ...(match === 'any' && { match }) };
  if (match === 'any' && filters.length > 0) return { filters: [...words, { any: filters }] };
  return { filters: [...words, ...filters] };
}
