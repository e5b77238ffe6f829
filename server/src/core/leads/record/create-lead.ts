import type { LeadId } from '../../../lib/ids.ts';
import type { FieldChange } from '../../history/index.ts';
import type { FieldValue } from '../../lead-fields/index.ts';
import { requireUserId } from '../../users/index.ts';
import { forbidden, type LeadChange, taken, writingOf } from './lead-change.ts';
import { changesOf } from './lead-changes.ts';
import { readLeadInput, requireRequired, requireUnchanged } from './lead-input.ts';
import { insertLead } from './lead-store.ts';
import { ownerOf, withId } from './lead-wire.ts';

export interface WrittenLead {
  readonly id: LeadId;
  readonly stored: string;
  /** Set if the lead already had these values, so nothing was written. */
  readonly isUnchanged?: true;
  /** What was changed, for undoing or proposing it. */
  readonly changes?: readonly FieldChange[];
}

/** Creates a lead from a record as sent, and its history entry (spec/rest-api §4.3). */
export async function createLead(change: LeadChange, body: unknown): Promise<WrittenLead> {
  const { transaction, workspace, actor, clock, fields } = change;
  const input = readLeadInput(body, fields);
  requireUnchanged(input, {});
  const values = new Map<string, FieldValue>(input.values);
  if (!values.has('owner_id')) values.set('owner_id', change.defaultOwner);
  requireRequired(values, fields);
  const owner = ownerOf({ values });
  if (!change.may('leads.create', owner)) throw forbidden(change, 'create');
  if (owner !== null && owner !== change.defaultOwner)
    await requireUserId(transaction, workspace, owner, 'owner_id');
  const now = clock.now();
  const by = actor.user?.id ?? null;
  const lead = { values, createdBy: by, modifiedBy: by, dateAdded: now, dateModified: now };
  const changes = changesOf(new Map(), values);
  const writing = writingOf(change, now, 'created', changes);
  const { id, wire, conflicts } = await insertLead(transaction, workspace, lead, writing);
  if (conflicts[0]) throw taken(conflicts[0]);
  return { id, stored: withId(id, wire), changes };
}
