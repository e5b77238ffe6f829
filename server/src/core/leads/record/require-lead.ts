import { notFound } from '../../../lib/errors.ts';
import type { LeadId, UserId } from '../../../lib/ids.ts';
import type { Act } from '../../access/index.ts';
import { forbidden, type LeadChange } from './lead-change.ts';
import { type StoredLead, selectLead } from './lead-store.ts';
import { ownerOf } from './lead-wire.ts';

const acts = {
  edit: 'leads.edit',
  delete: 'leads.delete',
  restore: 'leads.restore',
} as const satisfies Record<string, Act>;

/**
 * Throws a 404 if the user can't see the lead, and a 403 if the user can't change it (spec/rest-api §7.1).
 */
export function requireRights(change: LeadChange, owner: UserId | null, what: keyof typeof acts): void {
  if (!change.may('leads.view', owner)) throw notFound();
  if (!change.may(acts[what], owner)) throw forbidden(change, what);
}

/** Locks the lead and checks the caller's permission. */
export async function requireLead(
  change: LeadChange,
  id: LeadId,
  what: keyof typeof acts,
): Promise<StoredLead> {
  const lead = await selectLead(change.transaction, change.workspace, id, change.fields, { lock: true });
  if (!lead) throw notFound();
  requireRights(change, ownerOf(lead), what);
  return lead;
}
