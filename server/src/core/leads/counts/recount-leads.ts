import type { Database } from '../../../db/database.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { type Recount, recount, selectToRecount, takeRecount } from './recount-store.ts';

const workspacesAtOnce = 20;

/** Compares a workspace's leads with its counts, in one statement and therefore one snapshot. */
export const recountLeads = (db: Database, workspace: WorkspaceId): Promise<Recount> =>
  db.read(workspace, (transaction) => recount(transaction, workspace));

/**
 * Only reports differences: a wrong count is a bug, and fixing it silently would hide the bug.
 * @returns those with a difference
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
