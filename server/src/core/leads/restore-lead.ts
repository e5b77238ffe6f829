import type { LeadId } from '../../lib/ids.ts';
import { insertHistory } from '../history/index.ts';
import type { WrittenLead } from './create-lead.ts';
import type { FieldValue } from './field-value.ts';
import { type LeadChange, notFound, taken } from './lead-change.ts';
import { customChanges } from './lead-changes.ts';
import { insertLead, replaceValues, takeDeleted } from './lead-store.ts';
import { ownerOf, withId } from './lead-wire.ts';
import { requireRights } from './require-lead.ts';

/**
 * Brings a deleted lead back with its id and history, for as long as the workspace keeps it (decisions 6.3). A unique
 * value that was taken meanwhile is refused by the name of its field.
 */
export async function restoreLead(change: LeadChange, id: LeadId): Promise<WrittenLead> {
  const { transaction, workspace, actor, clock, fields } = change;
  const deleted = await takeDeleted(transaction, workspace, id, fields);
  if (!deleted) throw notFound();
  requireRights(change, ownerOf(deleted), 'restore');
  const now = clock.now();
  const lead = { ...deleted, modifiedBy: actor.user?.id ?? null, dateModified: now };
  const { wire } = await insertLead(transaction, workspace, lead, fields);
  const nothing = new Map<string, FieldValue>();
  const [lost] = await replaceValues(transaction, workspace, id, customChanges(nothing, lead.values, fields));
  if (lost) throw taken(lost);
  await insertHistory(transaction, workspace, id, now, actor, 'restored', []);
  return { id, stored: withId(id, wire) };
}
