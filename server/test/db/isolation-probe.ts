import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/db/sql.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';

/**
 * Looks for rows of other workspaces from inside one, with statements that do not name the workspace: only the
 * policies can hold them back. Returns a sentence for everything that came through.
 */
export async function findLeaks(
  db: Database,
  workspace: WorkspaceId,
  tables: readonly string[],
): Promise<string[]> {
  const leaks: string[] = [];
  for (const table of tables) {
    const rows = await db.withWorkspace(
      workspace,
      (transaction) => transaction.query<{ workspace_id: number }>(readAll(table)),
      { single: true },
    );
    const foreign = rows.filter((row) => row.workspace_id !== workspace);
    if (foreign.length > 0) leaks.push(`${table}: ${foreign.length} rows of others can be read`);
    if (rows.length === foreign.length) leaks.push(`${table}: the workspace's own rows cannot be read`);
  }
  return leaks;
}

/** Written out, because a statement takes no table's name as a parameter. */
function readAll(table: string) {
  switch (table) {
    case 'users':
      return sql`select workspace_id from users`;
    case 'roles':
      return sql`select workspace_id from roles`;
    case 'workspace_settings':
      return sql`select workspace_id from workspace_settings`;
    case 'audit_entries':
      return sql`select workspace_id from audit_entries`;
    default:
      throw new Error(`isolation-probe.ts does not know the table ${table} yet: add it`);
  }
}
