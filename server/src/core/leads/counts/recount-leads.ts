import type { Database } from '../../../db/database.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { type Recount, recount, selectToRecount, takeRecount } from './recount-store.ts';

const workspacesAtOnce = 20;

/** Compares a workspace's leads with its counts. Uses one statement, so both come from the same snapshot. */
export const recountLeads = (db: Database, workspace: WorkspaceId): Promise<Recount> =>
  db.read(workspace, (transaction) => recount(transaction, workspace));

/**
 * Recounts workspaces that are due. It only reports differences: a wrong count is a bug, and correcting it
 * silently would hide the bug.
 * @returns the recounts that found a difference
 */
export async function recountDue(
  upkeep: UpkeepDatabase,
  db: Database,
): Promise<{ workspace: WorkspaceId; recounted: Recount }[]> {
  const wrong: { workspace: WorkspaceId; recounted: Recount }[] = [];
  const due = await upkeep.run((transaction) => selectToRecount(transaction, workspacesAtOnce));
  for (const workspace of due) {
    const isMine = await db.write(workspace, (transaction) => takeRecount(transaction, workspace));
    if (!isMine) continue;
    const recounted = await recountLeads(db, workspace);
    if (recounted.differences.length > 0) wrong.push({ workspace, recounted });
  }
  return wrong;
}
