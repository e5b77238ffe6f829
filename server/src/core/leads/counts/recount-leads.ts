import type { Database } from '../../../db/database.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { type Recount, recount, selectToRecount, takeRecount } from './recount-store.ts';

const workspacesAtOnce = 20;

/** Counts a workspace's leads and compares with what its totals are made of, in one statement and so of one moment. */
export const recountLeads = (db: Database, workspace: WorkspaceId): Promise<Recount> =>
  db.read(workspace, (transaction) => recount(transaction, workspace));

/**
 * Recounts workspaces that were not recounted for a day, a few at a time. It only tells: a wrong count is a mistake of the
 * product, and putting it right unseen would hide it.
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
