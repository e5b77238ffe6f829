import type { LeadId } from '../../../lib/ids.ts';
import type { WrittenLead } from './create-lead.ts';
import { type LeadChange, notFound, taken, writingOf } from './lead-change.ts';
import { insertLead, takeDeleted } from './lead-store.ts';
import { ownerOf, withId } from './lead-wire.ts';
import { requireRights } from './require-lead.ts';

/**
 * Restores a deleted lead with its id and history, for as long as the workspace keeps it
 * (spec/rest-api §5.4). If another lead has taken a unique value since then, the error names the field.
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
