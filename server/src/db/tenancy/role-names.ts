import { invalid } from '../../lib/errors.ts';

/** database-roles.ts lists what each can do. */
export const loginRoles = ['app', 'ingest', 'dispatch', 'upkeep'] as const;
export type LoginRole = (typeof loginRoles)[number];

/** Roles without a login: the tables' owner, and the role that searches leads (database-roles.ts). */
export type SilentRole = 'owner' | 'finder';

export type RoleNames = Readonly<Record<LoginRole | SilentRole, string>>;

const longestName = 63;

/** Roles belong to the whole server, so their names contain the database: installations must not collide. */
export function roleNamesFor(database: string): RoleNames {
  const named = (role: string) => `${database}_${role}`;
  if (Buffer.byteLength(named('dispatch')) > longestName) {
    throw invalid('database_name_too_long', `The database name "${database}" is too long: at most 54 bytes.`);
  }
  return {
    owner: named('owner'),
    finder: named('finder'),
    app: named('app'),
    ingest: named('ingest'),
    dispatch: named('dispatch'),
    upkeep: named('upkeep'),
  };
}
