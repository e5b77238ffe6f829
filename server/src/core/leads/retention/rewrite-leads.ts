import type { Database } from '../../../db/database.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { toWireForm } from '../record/lead-wire.ts';
import { lockRewriting, lockStale, saveRewriting, selectToRewrite, updateWires } from './rewrite-store.ts';

const leadsAtOnce = 200;
const workspacesAtOnce = 20;

/**
 * A request that read the set of fields before it changed may still write under the old one. After this time none is
 * left, so nothing old comes to stand behind the place that rewriting has reached.
 */
const settlingMs = 60_000;

/**
 * Rewrites leads of an older set of fields under the current one, one batch in each workspace that has some, so that reading them
 * no longer has to complete them (docs/design/leads-storage.md). Responses, dates and history don't change.
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
 * Holds the workspace's row of progress, so that a change of the set of fields waits until the batch is written. Leads
 * that somebody else holds are not waited for; the next batch begins at the first of them.
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
