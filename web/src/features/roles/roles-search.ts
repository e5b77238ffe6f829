/** The user and the act of an access check. */
export interface RolesSearch {
  readonly user?: number;
  readonly act?: string;
}

/** Reads the access check from the URL and ignores other parameters. */
export const readRoleSearch = ({ user, act }: Record<string, unknown>): RolesSearch => ({
  ...(Number.isSafeInteger(user) ? { user: user as number } : {}),
  ...(typeof act === 'string' ? { act } : {}),
});
