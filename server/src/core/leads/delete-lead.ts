import type { LeadId, UserId } from '../../lib/ids.ts';
import { insertHistory } from '../history/index.ts';
import { forbidden, type LeadChange, notFound } from './lead-change.ts';
import { moveToDeleted, selectLead } from './lead-store.ts';

/** Deletes a lead: gone from every list, total, look-up and unique check at once; its history stays (decisions 6.3). */
export async function deleteLead(change: LeadChange, id: LeadId): Promise<void> {
  const { transaction, workspace, actor, clock, fields } = change;
  const lead = await selectLead(transaction, workspace, id, fields, { lock: true });
  const owner = (lead?.values.get('owner_id') ?? null) as UserId | null;
  if (!lead || !change.may('leads.view', owner)) throw notFound();
  if (!change.may('leads.delete', owner)) throw forbidden('delete');
  const now = clock.now();
  await moveToDeleted(transaction, workspace, id, now);
  await insertHistory(transaction, workspace, id, now, actor, 'deleted', []);
}
