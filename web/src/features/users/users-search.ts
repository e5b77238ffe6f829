export interface UsersSearch {
  readonly search?: string;
  readonly role?: number;
}

/** What of an address is a filter; anything else in it is left out. */
export const readUserSearch = ({ search, role }: Record<string, unknown>): UsersSearch => ({
  ...((typeof search === 'string' && search.trim() !== '') || typeof search === 'number'
    ? { search: String(search).slice(0, 200) }
    : {}),
  ...(Number.isSafeInteger(role) ? { role: role as number } : {}),
});
