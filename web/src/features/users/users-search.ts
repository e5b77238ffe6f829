export interface UsersSearch {
  readonly search?: string;
  readonly role?: number;
  /** Whether the dialog to invite a user is open. */
  readonly new?: true;
}

/** Reads the filters from the URL and ignores other parameters. */
export const readUserSearch = ({ search, role, new: isNew }: Record<string, unknown>): UsersSearch => ({
  ...(isNew === true && { new: true }),
  ...((typeof search === 'string' && search.trim() !== '') || typeof search === 'number'
    ? { search: String(search).slice(0, 200) }
    : {}),
  ...(Number.isSafeInteger(role) ? { role: role as number } : {}),
});
