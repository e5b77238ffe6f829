import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId, WorkspaceId } from '../../../lib/ids.ts';
import { deleteDeletedLead, deleteLiveLead } from '../retention/erase-leads-store.ts';

/** How often a lead may move between the live and the deleted ones while we wait for whoever moves it. */
const maxMoves = 3;

/** Removes a lead for good, wherever it is; undefined when it is nowhere. What else is kept of it, stays. */
export async function removeLead(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
): Promise<'live' | 'deleted' | undefined> {
  for (let moves = 0; moves < maxMoves; moves++) {
    if (await deleteLiveLead(transaction, workspace, id)) return 'live';
    if (await deleteDeletedLead(transaction, workspace, id)) return 'deleted';
  }
  return undefined;
}
