import { invalid } from '../../lib/errors.ts';

/** The login roles beside the owner. What each may do is listed in database-roles.ts. */
export const loginRoles = ['app', 'ingest', 'dispatch', 'upkeep'] as const;
export type LoginRole = (typeof loginRoles)[number];

/** The roles that nobody logs in as: the owner of the tables, and the one that searches leads (database-roles.ts). */
export type SilentRole = 'owner' | 'finder';

/** PostgreSQL's own names of our roles. */
export type RoleNames = Readonly<Record<LoginRole | SilentRole, string>>;

const longestName = 63;

/**
 * Roles belong to the whole PostgreSQL server, so they are named after the database: two installations on one
 * server must not overwrite each other's passwords.
 */
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
