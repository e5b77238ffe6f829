import type { Database } from '../../src/db/database.ts';
import { Statement } from '../../src/db/driver/sql.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';

/**
 * Looks for rows that belong to other workspaces. The statements don't name the workspace, so only the
 * policies protect those rows. Returns a description of every leak.
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

/**
 * The table name comes from the catalog. Only this test builds statements from strings; the product never
 * does.
 */
const readAll = (table: string) => new Statement([`select workspace_id from ${table}`], []);
