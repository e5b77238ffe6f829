import type { Transaction } from '../../../db/driver/transaction.ts';
import { notFound } from '../../../lib/errors.ts';
import type { LeadId, WorkspaceId } from '../../../lib/ids.ts';
import { deleteDeletedLead, deleteLiveLead } from '../retention/erase-leads-store.ts';
import type { WrittenLead } from './create-lead.ts';
import { type LeadChange, taken, writingOf } from './lead-change.ts';
import { insertLead, moveToDeleted, takeDeleted } from './lead-store.ts';
import { ownerOf, withId } from './lead-wire.ts';
import { requireLead, requireRights } from './require-lead.ts';

/**
 * How many times a lead may switch between live and deleted while this transaction waits for concurrent ones.
 */
const maxMoves = 3;

/**
 * Permanently deletes a lead, live or soft-deleted. Related data stays. Returns undefined if the lead doesn't
 * exist.
 */
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

/**
 * Hides a lead from every list, total, lookup and uniqueness check. Its history stays (spec/rest-api §5.4).
 */
export async function deleteLead(change: LeadChange, id: LeadId): Promise<void> {
  const { transaction, workspace, clock } = change;
  await requireLead(change, id, 'delete');
  await moveToDeleted(transaction, workspace, id, writingOf(change, clock.now(), 'deleted'));
}

/**
 * Restores a deleted lead with its ID and history, within the workspace's retention period (spec/rest-api
 * §5.4). If another lead has taken a unique value since, the error names the field.
 */
export async function restoreLead(change: LeadChange, id: LeadId): Promise<WrittenLead> {
  const { transaction, workspace, actor, clock } = change;
  const deleted = await takeDeleted(transaction, workspace, id, change.fields);
  if (!deleted) throw notFound();
  const { fields } = deleted;
  requireRights(change, ownerOf(deleted), 'restore');
  const now = clock.now();
  const lead = { ...deleted, modifiedBy: actor.user?.id ?? null, dateModified: now };
  const { wire, conflicts } = await insertLead(
    transaction,
    workspace,
    lead,
    writingOf({ ...change, fields }, now, 'restored'),
  );
  if (conflicts[0]) throw taken(conflicts[0]);
  return { id, stored: withId(id, wire) };
}
