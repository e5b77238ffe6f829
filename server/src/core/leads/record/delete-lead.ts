import type { LeadId } from '../../../lib/ids.ts';
import { type LeadChange, writingOf } from './lead-change.ts';
import { moveToDeleted } from './lead-store.ts';
import { requireLead } from './require-lead.ts';

/**
 * Deletes a lead: gone from every list, total, look-up and unique check at once; its history stays
 * (spec/rest-api §5.4).
 */
export async function deleteLead(change: LeadChange, id: LeadId): Promise<void> {
  const { transaction, workspace, clock } = change;
  await requireLead(change, id, 'delete');
  await moveToDeleted(transaction, workspace, id, writingOf(change, clock.now(), 'deleted'));
}
