/** Whom and what "explain" is asked about. */
export interface RolesSearch {
  readonly user?: number;
  readonly act?: string;
}

/** What of an address is a question; anything else in it is left out. */
export const readRoleSearch = ({ user, act }: Record<string, unknown>): RolesSearch => ({
  ...(Number.isSafeInteger(user) ? { user: user as number } : {}),
  ...(typeof act === 'string' ? { act } : {}),
});
