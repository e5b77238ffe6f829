/** What people look for when they type into a box; each of them is found by an index. */
const searched = ['first_name', 'last_name', 'company', 'email'] as const;
const mostWords = 5;
/** A part of a text is found by an index from three characters on. */
const shortest = 3;

/**
 * Turns a typed search into filters of the API (spec/rest-api §6.4): every word must be in a name, the
 * company or the email address. Of many words the first ones count. If all of them are short, no index would
 * help, so they match the beginning only.
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
