import type { LeadId } from '../../lib/ids.ts';
import { insertHistory } from '../history/index.ts';
import { requireUserId } from '../users/index.ts';
import type { FieldValue } from './field-value.ts';
import { forbidden, type LeadChange, taken } from './lead-change.ts';
import { changesOf, customChanges } from './lead-changes.ts';
import { readLeadInput, requireRequired, requireUnchanged } from './lead-input.ts';
import { insertLead, replaceValues } from './lead-store.ts';
import { ownerOf, withId } from './lead-wire.ts';

/** A lead that was written: its id, and its stored text. */
export interface WrittenLead {
  readonly id: LeadId;
  readonly stored: string;
}

/** Creates a lead from a record as it was sent, with its history, in the transaction of `change` (seed 4.2). */
export async function createLead(change: LeadChange, body: unknown): Promise<WrittenLead> {
  const { transaction, workspace, actor, clock, fields } = change;
  const input = readLeadInput(body, fields);
  requireUnchanged(input, {});
  const values = new Map<string, FieldValue>(input.values);
  if (!values.has('owner_id')) values.set('owner_id', change.defaultOwner);
  requireRequired(values, fields);
  const owner = ownerOf({ values });
  if (!change.may('leads.create', owner)) throw forbidden('create');
  if (owner !== null && owner !== change.defaultOwner)
    await requireUserId(transaction, workspace, owner, 'owner_id');
  const now = clock.now();
  const by = actor.user?.id ?? null;
  const lead = { values, createdBy: by, modifiedBy: by, dateAdded: now, dateModified: now };
  const { id, wire } = await insertLead(transaction, workspace, lead, fields);
  const [lost] = await replaceValues(transaction, workspace, id, customChanges(new Map(), values, fields));
  if (lost) throw taken(lost);
  await insertHistory(transaction, workspace, id, now, actor, 'created', changesOf(new Map(), values));
  return { id, stored: withId(id, wire) };
}
