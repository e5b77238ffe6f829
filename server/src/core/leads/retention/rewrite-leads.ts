import type { Database } from '../../../db/database.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { toWireForm } from '../record/lead-wire.ts';
import { lockRewriting, lockStale, saveRewriting, selectToRewrite, updateWires } from './rewrite-store.ts';

const leadsAtOnce = 200;
const workspacesAtOnce = 20;

/**
 * A request that loaded the field set before a change may still write a lead under the old set. After this
 * time no such request is left, so no stale lead can appear behind the cursor.
 */
const settlingMs = 60_000;

/**
 * Rewrites stale leads, one batch per workspace, so reads no longer have to add missing fields
 * (docs/design/leads-storage.md). Responses, dates and history don't change.
 * @returns whether there is more to do right away
 */
export async function rewriteLeads(
  upkeep: UpkeepDatabase,
  db: Database,
  { settledAfterMs = settlingMs } = {},
): Promise<boolean> {
  const workspaces = await upkeep.run((transaction) =>
    selectToRewrite(transaction, settledAfterMs, workspacesAtOnce),
  );
  let isMore = false;
  for (const workspace of workspaces) isMore = (await rewriteBatch(db, workspace)) || isMore;
  return isMore;
}

/**
 * Rewrites one batch. Locks the workspace's progress row, so a change to the field set waits until the batch
 * is written. Skips leads that other transactions have locked; the next batch starts at the first of them.
 */
function rewriteBatch(db: Database, workspace: WorkspaceId): Promise<boolean> {
  return db.write(workspace, async (transaction) => {
    const after = await lockRewriting(transaction, workspace);
    if (after === undefined) return false;
    const fields = await readFieldSet(transaction, workspace);
    const { leads, end, firstBusy } = await lockStale(transaction, workspace, fields, after, leadsAtOnce);
    const wires = leads.map((lead) => ({ id: lead.id, wire: toWireForm(lead, fields) }));
    await updateWires(transaction, workspace, wires, fields.version);
    const isWaiting = firstBusy !== null;
    await saveRewriting(transaction, workspace, isWaiting ? firstBusy - 1 : end);
    return end !== null && !isWaiting;
  });
}
