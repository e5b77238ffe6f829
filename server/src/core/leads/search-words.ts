/** What people look for when they type into a box; each of them is found by an index. */
const searched = ['first_name', 'last_name', 'company', 'email'] as const;
const mostWords = 5;
/** A part of a text is found by an index from three characters on. */
const shortest = 3;

/**
 * What somebody typed, as filters of the API (decisions 6.4): every word is in a name, the company or the address. With
 * many words the first ones count. Where all of them are short, no index would help: they are looked for at the beginning.
 */
export function searchFilters(typed: string): object[] {
  const words = typed
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords);
  const operator = words.some((word) => [...word].length >= shortest) ? 'contains' : 'begins_with';
  return words.map((value) => ({ any: searched.map((alias) => ({ alias, operator, value })) }));
}
