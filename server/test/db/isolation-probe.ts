import type { Database } from '../../src/db/database.ts';
import { Statement } from '../../src/db/driver/sql.ts';
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
    const rows = await db.read(workspace, (transaction) =>
      transaction.query<{ workspace_id: number }>(readAll(table)),
    );
    const foreign = rows.filter((row) => row.workspace_id !== workspace);
    if (foreign.length > 0) leaks.push(`${table}: ${foreign.length} rows of others can be read`);
    if (rows.length === foreign.length) leaks.push(`${table}: the workspace's own rows cannot be read`);
  }
  return leaks;
}

/** The table's name comes from the catalog, and a test may do what the product cannot: write it into a statement. */
const readAll = (table: string) => new Statement([`select workspace_id from ${table}`], []);
