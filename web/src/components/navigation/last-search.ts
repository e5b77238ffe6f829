const keyOf = (pathname: string) => `hark-search ${pathname}`;

/** Remembers the filters of a page for this browser tab, so that links back to a list can restore them. */
export function rememberSearch(pathname: string, search: object): void {
  // A dialog that was open isn't a filter.
  const { new: _, ...filters } = search as Record<string, unknown>;
  sessionStorage.setItem(keyOf(pathname), JSON.stringify(filters));
}

/** Returns a page's last filters. */
export const lastSearch = (pathname: string): object =>
  JSON.parse(sessionStorage.getItem(keyOf(pathname)) ?? '{}');
