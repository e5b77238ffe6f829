import { invalid } from '../../lib/errors.ts';

/** Roles that processes log in with. database-roles.ts lists what each role can do. */
export const loginRoles = ['app', 'ingest', 'dispatch', 'upkeep'] as const;
export type LoginRole = (typeof loginRoles)[number];

/** Roles without a login: the tables' owner, and the role that searches leads (database-roles.ts). */
export type SilentRole = 'owner' | 'finder';

export type RoleNames = Readonly<Record<LoginRole | SilentRole, string>>;

const maxNameLength = 63;

/**
 * Returns the roles' names for a database. Roles belong to the whole PostgreSQL server, so the names include
 * the database; otherwise two installations could collide.
 */
export function roleNamesFor(database: string): RoleNames {
  const named = (role: string) => `${database}_${role}`;
  if (Buffer.byteLength(named('dispatch')) > maxNameLength) {
    throw invalid(
      'database_name_too_long',
      `The database name "${database}" is too long. Use at most 54 bytes.`,
    );
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
