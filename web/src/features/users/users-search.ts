export interface UsersSearch {
  readonly search?: string;
  readonly role?: number;
}

/** Reads the filters from the URL and ignores other parameters. */
export const readUserSearch = ({ search, role }: Record<string, unknown>): UsersSearch => ({
  ...((typeof search === 'string' && search.trim() !== '') || typeof search === 'number'
    ? { search: String(search).slice(0, 200) }
    : {}),
  ...(Number.isSafeInteger(role) ? { role: role as number } : {}),
});
